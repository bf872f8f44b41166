/** Schema of the parts of a recorded verdict that rescoring and reports read; a damaged record is reported by its line. */
import { z } from 'zod';
import { COMPONENTS } from '../passage.ts';

const text = z.string();
const number = z.number();
const score = number.nullable();
const texts = z.array(text);
const some = text.nullable();
const group = z.looseObject({});
const span = z.looseObject({ start: number, end: number });
const component = z.looseObject({ value: score, reason: some });

const triple = z.looseObject({ id: text, head: text, relation: text, tail: text, span: span.nullable() });
const segmentation = z.looseObject({
  ...{ responseId: text, outcome: text, detail: some, triples: z.array(triple) },
  rejected: z.array(z.looseObject({ raw: text, reason: text })),
});
const mention = z.looseObject({ text, count: number, mergedBy: text, similarity: score });
const mentions = z.array(z.looseObject({ id: text, label: text, mentions: z.array(mention) }));

const vote = z.looseObject({
  ...{ responseId: text, tripleId: some, tailSimilarity: score },
  ...{ repeated: z.boolean(), risk: z.boolean(), conflict: z.boolean() },
  pairs: z.looseObject({ repeated: number, risk: number }).optional(),
});
const consistency = z.array(z.looseObject({ tripleId: text, votes: z.array(vote) }));

const statement = z.looseObject({
  ...{ responseId: text, says: text, quote: span.nullable(), coverage: score },
  ...{ kind: some, value: some, instead: some, likeness: score },
});
const statements = z.array(statement).optional();
const draw = z.looseObject({ answer: text, match: z.boolean().nullable(), agreement: number.optional() });
const task = component.extend({ asked: some, draws: z.array(draw) });
const verification = z.array(
  z.looseObject({
    ...{ tripleId: text, statements, answered: task.optional() },
    ...{ head: task, relation: task, tail: task },
  }),
);

const agreed = z.looseObject({
  ...{ support: component, numbers: component, spread: component, unsupported: texts, statements },
});
const agreement = z.looseObject({
  mutual: z.looseObject({ support: component, numbers: component, spread: component }).optional(),
  ...{ agreement: component, commonGround: component, alike: z.array(z.array(number)).optional() },
  ...{ triples: z.record(text, agreed), sentences: z.array(agreed), claims: z.array(agreed) },
});

const check = component.extend({
  ...{ label: some, note: some, evidence: z.looseObject({ reference: number, span }).nullable() },
  conflict: z.looseObject({ value: text, instead: text }).optional(),
});
const reference = z.looseObject({
  ...{ triples: z.record(text, check), sentences: z.array(check), claims: z.array(check) },
});
const entity = z.looseObject({
  ...{ text, span, probability: score, entropy: score, hallucinated: z.boolean().nullable() },
});
const uncertainty = z.looseObject({
  ...{ entities: z.array(entity), triples: z.record(text, component), sentences: z.array(component) },
});

const spans = z.array(span.extend({ type: text, source: text, tripleIds: texts }));
const neighbours = z.looseObject({ mean: number, min: number }).nullable();
const trace = z.looseObject({
  ...{ segmentations: z.array(segmentation), consistency, verification, agreement: agreement.nullable() },
  identity: z.looseObject({ entities: mentions, relations: mentions }),
  ...{ reference: reference.optional(), uncertainty: uncertainty.optional() },
  spans: z.looseObject({ value: spans.nullable(), reason: some }).optional(),
  encoders: z.record(text, z.looseObject({ consistency, neighbours })).optional(),
});

const reason = z.looseObject({
  ...{ kind: text, samples: texts, of: number, weight: number, value: some, instead: some, note: some },
  others: z.array(z.looseObject({ value: some, instead: some, samples: texts })).optional(),
  quote: span.extend({ source: text, text }).nullable(),
});
const messages = z.array(z.looseObject({ role: text, content: text }));
const passage = z.looseObject({
  ...{ id: text, prompt: z.union([text, messages]), response: text.optional() },
  ...{ samples: texts.optional(), context: texts.optional(), claims: texts.optional() },
  tokens: z.array(z.looseObject({ text, logprob: number })).optional(),
  sentences: z.array(span).optional(),
});
const because = z.looseObject({ reason: text, detail: text }).nullable();
const fact = z.looseObject({
  ...{ triple, score, label: text, probability: score, reasons: z.array(reason), evidence: texts },
  components: z.looseObject(Object.fromEntries(COMPONENTS.map((name) => [name, component]))),
});

export const verdictForm = z.looseObject({
  ...{ passage, score, label: text, threshold: score, probability: score, trace },
  ...{ abstention: because, unsure: because, families: z.record(text, score).optional() },
  coverage: z.looseObject({ triples: score, sentences: score }),
  triples: z.array(fact),
  sentences: z.array(z.looseObject({ span, score, label: text, source: text, tripleIds: texts })),
  claims: z.array(z.looseObject({ text, score, label: text, source: text })),
  spans: spans.optional(),
  // Counts are validated where they are summed: see validUsage.
  usage: group,
  calls: z.looseObject({ byPurpose: z.record(text, group) }).optional(),
});
