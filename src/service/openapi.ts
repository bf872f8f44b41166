/** The OpenAPI 3.1 description of the service; its schemas are those of passage files. */
import { z } from 'zod';
import { passageFieldsSchema } from '../../datasets/index.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { METHODS, type Method } from './methods.ts';
import { correctionSchema, verdictSchema } from './result-schemas.ts';

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  field: z.string().optional().describe('the field of the passage that is wrong'),
  code: z.string().optional().describe("which of the package's errors it was: input, budget, model-call"),
});

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
  400: 'The passage cannot be read',
  401: 'A bearer token is needed',
  408: 'The body came too slowly',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many passages in work; retry after retry-after seconds',
  500: 'A failure of the service',
  502: 'A model service refused what it was asked',
  503: 'A model service did not answer, a budget is used up, or the service is about to stop',
  504: 'It took longer than allowed',
};

/** @param version of this package */
export function openApiDocument(version: string, hasToken: boolean) {
  return {
    openapi: '3.1.0',
    info: { title: 'hallugraph', version },
    paths: {
      ...Object.fromEntries(METHODS.map((method) => [`/v1/${method}`, { post: operation(method) }])),
      '/v1/describe': { get: description() },
      '/metrics': { get: metrics() },
      '/health': { get: probe('health', 'Whether the service runs') },
      '/ready': { get: probe('ready', 'Whether it takes passages') },
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

const reference = (name: keyof typeof SCHEMAS) => ({ $ref: `#/components/schemas/${name}` });

function operation(method: Method) {
  const problems = Object.entries(PROBLEMS).map(([status, description]) => [
    status,
    { description, content: { 'application/problem+json': { schema: reference('Problem') } } },
  ]);
  const result = reference(method === 'correct' ? 'Correction' : 'Verdict');
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
    requestBody: { required: true, content: { 'application/json': { schema: reference('Passage') } } },
    responses: {
      200: {
        description: RESULT,
        content: { 'application/json': { schema: result }, [EVENT_STREAM]: EVENTS },
      },
      ...Object.fromEntries(problems),
    },
  };
}

const RESULT =
  'The result. To a client that accepts text/event-stream: events "stage" as stages of the passage begin ({passageId, stage}), and as the last one "result" with the result or "problem" with a Problem';
const EVENTS = { schema: { type: 'string' } };

const description = () => ({
  operationId: 'describe',
  summary: 'Models, backend and prompts that verdicts rest on',
  responses: {
    200: {
      description: 'Of evaluate and of check',
      content: { 'application/json': { schema: reference('Descriptions') } },
    },
  },
});

const metrics = () => ({
  operationId: 'metrics',
  summary: 'Figures of the service, for Prometheus',
  responses: {
    200: { description: 'The figures', content: { 'text/plain': { schema: { type: 'string' } } } },
  },
});

const probe = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
  responses: { 200: { description: 'Yes' }, 503: { description: 'No' } },
});
