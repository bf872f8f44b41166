/** The documented fields of results, for HTTP and MCP. */
import { z } from 'zod';

const score = z.number().nullable().describe('support: 1 is supported, 0 contradicted; null where missing');
const label = z.enum(['factual', 'unsure', 'unsupported', 'hallucinated', 'undecided', 'abstained']);

/** The documented fields of a verdict; it has more. */
export const verdictSchema = z.looseObject({
  passage: z.looseObject({ id: z.string() }),
  score,
  label,
  probability: z.number().nullable().describe('calibrated chance of being hallucinated'),
  triples: z
    .array(
      z.looseObject({
        triple: z.looseObject({ head: z.string(), relation: z.string(), tail: z.string() }),
        score,
        label,
        reasons: z.array(z.looseObject({ kind: z.string() })),
        evidence: z.array(z.string()).describe('the reasons in words'),
      }),
    )
    .describe('the facts of the response'),
});

export const correctionSchema = z.looseObject({
  id: z.string(),
  original: z.string(),
  corrected: z.string(),
  changes: z.array(z.looseObject({ tripleId: z.string(), status: z.string() })),
  before: verdictSchema,
  after: verdictSchema,
});
