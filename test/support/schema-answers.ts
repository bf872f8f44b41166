/** Answers for the test server that fit whatever JSON schema a request asks for, and say nothing. */
import type { Handler, RecordedRequest } from './openai-server.ts';

/** Answers by `first` where that knows the request, else by the schema, else with a sentence. */
export function answering(first: Handler): Handler {
  return async (request) => {
    try {
      return await first(request);
    } catch {
      return fittingAnswers(request);
    }
  };
}

/** As many answers as are asked for, all of them one that fits. */
export function fittingAnswers({ body }: Pick<RecordedRequest, 'body'>): string[] {
  const schema = body?.response_format?.json_schema?.schema;
  const answer = schema === undefined ? 'Nothing is known of it.' : JSON.stringify(sampleOf(schema));
  return new Array<string>(body?.n ?? 1).fill(answer);
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The smallest value that says yes: first of an enumeration, `true`, 1, one item. */
function sampleOf({ type, enum: values, properties = {}, items = {} }: Schema): unknown {
  if (values) return values[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner)]));
    case 'array':
      return [sampleOf(items)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    default:
      return 'something';
  }
}
