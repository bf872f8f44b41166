/** The OpenAPI 3.1 description of the service; its schemas are those of passage files. */
import { z } from 'zod';
import { passageFieldsSchema } from '../../datasets/index.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { METHODS, type Method } from './methods.ts';
import { problemSchema } from './problem.ts';
import { correctionSchema, verdictSchema } from './result-schemas.ts';

const SCHEMAS = {
  Passage: passageFieldsSchema,
  Verdict: verdictSchema,
  Correction: correctionSchema,
  Descriptions: z.object({ evaluate: z.looseObject({}), check: z.looseObject({}) }),
  Problem: problemSchema,
};

const SUMMARIES: Record<Method, string> = {
  evaluate: 'Find hallucinations in a response',
  check: 'Check a response against the reference texts in its context, fact by fact',
  correct: 'Correct flagged facts by references or samples, and detect again',
};

const PROBLEMS = {
  400: 'The passage is invalid',
  401: 'A bearer token is needed',
  408: 'The body arrived too slowly',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many passages in work; retry after retry-after seconds',
  500: 'The service failed',
  502: 'A model service refused all requests, for a wrong key or model name, for instance',
  503: 'A model service did not answer, a budget is used up, or the service is shutting down',
  504: 'It took longer than allowed',
};

/** @param version of this package */
export function openApiDocument(version: string, hasToken: boolean) {
  return {
    openapi: '3.1.0',
    info: { title: 'hallugraph', version },
    paths: {
      ...Object.fromEntries(METHODS.map((method) => [`/v1/${method}`, { post: operation(method) }])),
      '/v1/describe': get('describe', 'Models, backend and prompts that verdicts rest on', {
        200: { description: 'Of evaluate and of check', ...json('Descriptions') },
      }),
      '/metrics': get('metrics', 'Figures of the service, for Prometheus', {
        200: { description: 'The figures', content: { 'text/plain': { schema: { type: 'string' } } } },
      }),
      '/health': get('health', 'Whether the service runs', PROBE, { security: [] }),
      '/ready': get('ready', 'Whether it takes passages', PROBE, { security: [] }),
    },
    components: {
      schemas: Object.fromEntries(
        Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema)]),
      ),
      ...(hasToken && { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }),
    },
    ...(hasToken && { security: [{ bearer: [] }] }),
  };
}

function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // Open objects need no `additionalProperties`, which some tools take for maps.
    override({ jsonSchema: { additionalProperties: more }, jsonSchema: own }) {
      if (typeof more === 'object' && Object.keys(more).length === 0) delete own.additionalProperties;
    },
  });
  return rest;
}

const PROBE = { 200: { description: 'Yes' }, 503: { description: 'No' } };

const get = (operationId: string, summary: string, responses: object, access = {}) => ({
  get: { operationId, summary, ...access, responses },
});

const json = (name: keyof typeof SCHEMAS, type = 'application/json') => ({
  content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } },
});

function operation(method: Method) {
  const problems = Object.entries(PROBLEMS).map(([status, description]) => [
    status,
    { description, ...json('Problem', 'application/problem+json') },
  ]);
  const { content } = json(method === 'correct' ? 'Correction' : 'Verdict');
  return {
    operationId: method,
    summary: SUMMARIES[method],
    parameters: [
      {
        name: 'trace',
        in: 'query',
        description: 'with the intermediate records',
        schema: { type: 'boolean', default: false },
      },
    ],
    requestBody: { required: true, ...json('Passage') },
    responses: {
      200: { description: RESULT, content: { ...content, [EVENT_STREAM]: { schema: { type: 'string' } } } },
      ...Object.fromEntries(problems),
    },
  };
}

const RESULT =
  'The result. To a client that accepts text/event-stream: events "stage" as stages of the passage begin ({passageId, stage}), and as the last one "result" with the result or "problem" with a Problem';
