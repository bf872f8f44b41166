/**
 * Schema of a recorded verdict, as far as rescoring and reports read it, so that a damaged record is reported by its
 * line. Fields of later versions are optional, so that older runs can be read.
 */
import { z } from 'zod';

const text = z.string();
const number = z.number();
const score = number.nullable();
const texts = z.array(text);
const group = z.looseObject({});
const span = z.looseObject({ start: number, end: number });
const place = span.nullish();
const label = text;
const component = z.looseObject({ value: score, reason: text.nullable() });

const triple = z.looseObject({ id: text, head: text, relation: text, tail: text, span: span.nullable() });
const segmentation = z.looseObject({
  responseId: text,
  outcome: text,
  detail: text.nullish(),
  triples: z.array(triple),
  rejected: z.array(z.looseObject({ raw: text, reason: text })),
});
const mentions = z.array(
  z.looseObject({
    id: text,
    label: text,
    mentions: z.array(z.looseObject({ text, count: number, mergedBy: text, similarity: score })),
  }),
);

const votes = z.array(
  z.looseObject({
    ...{ responseId: text, tripleId: text.nullable(), tailSimilarity: score.optional() },
    ...{ repeated: z.boolean(), risk: z.boolean(), conflict: z.boolean() },
    pairs: z.looseObject({ repeated: number, risk: number }).optional(),
  }),
);
const consistency = z.array(z.looseObject({ tripleId: text, votes }));

const statements = z
  .array(
    z.looseObject({
      ...{ responseId: text, says: text, quote: place, coverage: score.optional() },
      ...{ kind: text.nullish(), value: text.nullish(), instead: text.nullish(), likeness: score.optional() },
    }),
  )
  .optional();
const task = component.extend({
  asked: text.nullish(),
  draws: z.array(
    z.looseObject({ answer: text, match: z.boolean().nullable(), agreement: number.optional() }),
  ),
});
const verification = z.array(
  z.looseObject({
    ...{ tripleId: text, statements, answered: task.optional() },
    ...{ head: task, relation: task, tail: task },
  }),
);

const agreed = z.looseObject({
  ...{ support: component, numbers: component, spread: component },
  ...{ unsupported: texts, statements },
});
const agreement = z.looseObject({
  ...{ agreement: component, commonGround: component.optional() },
  alike: z.array(z.array(number)).optional(),
  triples: z.record(text, agreed),
  sentences: z.array(agreed),
  claims: z.array(agreed).optional(),
});

const check = component.extend({
  label: text.nullable(),
  evidence: z.looseObject({ reference: number, span }).nullish(),
  note: text.nullish(),
  conflict: z.looseObject({ value: text, instead: text }).optional(),
});
const reference = z.looseObject({
  triples: z.record(text, check),
  sentences: z.array(check),
  claims: z.array(check).optional(),
});
const uncertainty = z.looseObject({
  entities: z.array(
    z.looseObject({ text, span, probability: score, entropy: score, hallucinated: z.boolean().nullable() }),
  ),
  triples: z.record(text, component),
  sentences: z.array(component),
});

const spans = z.array(span.extend({ type: text, source: text, tripleIds: texts.optional() }));
const trace = z.looseObject({
  segmentations: z.array(segmentation),
  identity: z.looseObject({ entities: mentions, relations: mentions }),
  consistency,
  verification,
  agreement: agreement.nullable(),
  reference: reference.optional(),
  uncertainty: uncertainty.optional(),
  spans: z.looseObject({ value: spans.nullable(), reason: text.nullable() }).optional(),
  encoders: z
    .record(
      text,
      z.looseObject({ consistency, neighbours: z.looseObject({ mean: number, min: number }).nullable() }),
    )
    .optional(),
});

const reason = z.looseObject({
  ...{ kind: text, samples: texts, of: number, weight: number },
  ...{ value: text.nullable(), instead: text.nullable(), note: text.nullable() },
  others: z
    .array(z.looseObject({ value: text.nullable(), instead: text.nullable(), samples: texts }))
    .optional(),
  quote: span.extend({ source: text, text }).nullable(),
});
const passage = z.looseObject({
  id: text,
  prompt: z.union([text, z.array(z.looseObject({ role: text, content: text }))]),
  response: text.optional(),
  samples: texts.optional(),
  context: texts.optional(),
  tokens: z.array(z.looseObject({ text, logprob: number })).optional(),
  sentences: z.array(span).optional(),
  claims: texts.optional(),
});
const because = z.looseObject({ reason: text, detail: text }).nullish();

export const verdictForm = z.looseObject({
  ...{ passage, score, label, threshold: score, probability: score.optional() },
  ...{ abstention: because, unsure: because },
  families: z.record(text, score).optional(),
  coverage: z.looseObject({ triples: score, sentences: score }),
  triples: z.array(
    z.looseObject({
      ...{ triple, score, label, probability: score.optional() },
      // Which parts there are depends on the version.
      components: z.record(text, component),
      reasons: z.array(reason),
      evidence: texts,
    }),
  ),
  sentences: z.array(z.looseObject({ span, score, label, source: text, tripleIds: texts })),
  claims: z.array(z.looseObject({ text, score, label, source: text })),
  spans: spans.optional(),
  // Counts are read as they are: see soundUsage.
  usage: group,
  calls: z.looseObject({ byPurpose: z.record(text, group) }).optional(),
  trace,
});
