/**
 * Statements against references by a model (RefChecker's LLM checker): groups of statements in one request, with all
 * references. Supported by any reference is entailed; contradicted by one and supported by none is contradicted.
 * References that do not fit into one request are split over several, and the answers merged.
 */
import { z } from 'zod';
import { mapAll } from '../common/map-all.ts';
import type { Asked } from '../models/ask.ts';
import { askList } from '../verification/ask-list.ts';
import { estimateTextTokens } from '../models/budget/token-estimate.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { ReferenceCheck, ReferenceEvidence, ReferenceLabel } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { inChunks, packed } from '../verification/even-chunks.ts';
import { type CheckedStatement, type ReferenceChecker, type ReferenceInput, unchecked } from './checker.ts';
import { LABELS, mergeChecks } from './aggregate.ts';
import { findQuote } from './quote.ts';
import { type Chunk, chunksOf } from './reference-chunks.ts';

/** Tokens of one reference in one piece, and of all references in one request. */
const CHUNK_TOKENS = 3000;
const REFERENCE_TOKENS = 6000;

export interface LlmCheckerOptions {
  model: ChatModel;
  prompts: PromptSet;
  groupSize: number;
}

/** `value`: 1 entailed, 0 else. */
export function createLlmChecker(options: LlmCheckerOptions): ReferenceChecker {
  return {
    id: `llm/${options.model.id}`,
    async check({ question, statements, references }, callOptions): Promise<ReferenceCheck[]> {
      const chunks = chunksOf(references, CHUNK_TOKENS);
      const shown = packed(chunks, REFERENCE_TOKENS, ({ text }) => estimateTextTokens(text));
      const groups = inChunks(statements, options.groupSize);
      const calls = groups.flatMap((group) => shown.map((chunks) => ({ group, chunks, question })));
      const answers = await mapAll(calls, (call) => checkGroup(call, options, callOptions));
      return groups.flatMap((group, row) => {
        const own = answers.slice(row * shown.length, (row + 1) * shown.length);
        return group.map((_, index) => mergeChecks(own.map((checks) => checks[index] as ReferenceCheck)));
      });
    },
  };
}

interface Call extends Pick<ReferenceInput, 'question'> {
  group: readonly CheckedStatement[];
  chunks: readonly Chunk[];
}

/** One check per statement; a group whose answer is too long is split in halves. */
async function checkGroup(
  call: Call,
  options: LlmCheckerOptions,
  callOptions?: CallOptions,
): Promise<ReferenceCheck[]> {
  const { group, chunks, question } = call;
  const checked = {
    prompt: options.prompts.get('reference-check'),
    variables: (statements: readonly CheckedStatement[]) => ({
      question,
      statements: statements.map(({ text, triple }) => (triple ? showTriple(triple) : text)),
      references: { blocks: chunks.map(({ text }) => text) },
    }),
    ...{ list: 'verdicts', item: verdictSchema },
  };
  const answers = await askList(options.model, group, checked, callOptions);
  if (answers[0]?.reason === 'truncated' && group.length > 1) {
    const halves = inChunks(group, Math.ceil(group.length / 2));
    const checks = await mapAll(
      halves,
      (half) => checkGroup({ ...call, group: half }, options, callOptions),
      { concurrency: 1 },
    );
    return checks.flat();
  }
  return answers.map((answer) => checkOf(answer, chunks));
}

/** The class that a model names, by the beginning of its word. */
const WORDS: Record<ReferenceLabel, RegExp> = {
  entailment: /^\W*(?:entail|support)/i,
  neutral: /^\W*(?:neutral|unknown|not enough|baseless)/i,
  contradiction: /^\W*(?:contradict|refute|conflict)/i,
};

const verdictSchema = z.object({
  label: z.string().transform((word, context) => {
    const label = LABELS.find((one) => WORDS[one].test(word));
    if (label === undefined) context.addIssue('not a label');
    return label as ReferenceLabel;
  }),
  reference: z.coerce.number().catch(0),
  quote: z.string().catch(''),
});
type Verdict = z.output<typeof verdictSchema>;

function checkOf(asked: Asked<Verdict>, chunks: readonly Chunk[]): ReferenceCheck {
  if (asked.value === null) return { ...unchecked(asked.reason), raw: asked.raw };
  const { label, reference, quote } = asked.value;
  const evidence = label === 'neutral' ? null : evidenceOf(quote, { named: reference, chunks });
  const isMissing = label !== 'neutral' && evidence === null;
  return {
    value: label === 'entailment' ? 1 : 0,
    reason: null,
    label,
    evidence,
    note: isMissing ? 'the quotation of the checker does not occur in the reference' : null,
  };
}

/** The position of the quote: in the named reference, else in the first that contains it. */
function evidenceOf(
  quote: string,
  { named, chunks }: { named: number; chunks: readonly Chunk[] },
): ReferenceEvidence | null {
  const inOrder = [chunks[named - 1], ...chunks].filter((chunk) => chunk !== undefined);
  for (const { reference, span, text } of inOrder) {
    const found = findQuote(text, quote);
    if (found) return { reference, span: { start: span.start + found.start, end: span.start + found.end } };
  }
  return null;
}
