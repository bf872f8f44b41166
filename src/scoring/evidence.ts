/** Evidence lines of a triple: what a user can check, in whole words and in a fixed order. */
import {
  type Agreement,
  type Draw,
  type EntityUncertainty,
  type ReferenceCheck,
  type ReferenceLabel,
  type ResponseId,
  type SampleVote,
  TASKS,
  type Task,
  type TaskResult,
  type Trace,
  type Triple,
  type TripleVerification,
  type ValueConflict,
} from '../passage.ts';
import type { Weights } from './weighted-sum.ts';

/**
 * Looks evidence up by triple; built once a passage.
 *
 * @param references the context of the passage, to quote from
 */
export function evidenceByTriple(
  trace: Trace,
  weights: Weights,
  references: readonly string[] = [],
): (triple: Triple) => string[] {
  const votes = new Map(trace.consistency.map((row) => [row.tripleId, row.votes]));
  const verifications = new Map(trace.verification.map((row) => [row.tripleId, row]));
  const tails = new Map(
    trace.segmentations.flatMap(({ triples }) => triples.map(({ id, tail }) => [id, tail])),
  );
  return (triple) => [
    ...referenceLines(trace.reference?.triples[triple.id], references),
    ...conflictLines(trace.agreement?.triples[triple.id], triple),
    ...voteLines(votes.get(triple.id) ?? [], tails, triple),
    ...taskLines(verifications.get(triple.id), triple, weights),
    ...unsupportedLines(trace.agreement?.triples[triple.id]),
    ...entityLines(trace.uncertainty?.entities ?? [], triple),
  ];
}

const SAYS = {
  entailment: 'supports it',
  neutral: 'does not say it',
  contradiction: 'contradicts it',
} as const satisfies Record<ReferenceLabel, string>;

/** What the reference says, and where. */
function referenceLines(check: ReferenceCheck | undefined, references: readonly string[]): string[] {
  if (check?.label == null) return [];
  const { label, evidence, note } = check;
  const because = note === null ? '' : ` (${inBrackets(note)})`;
  if (evidence === null) return [`the reference ${SAYS[label]}${because}`];
  const { reference, span } = evidence;
  const name = references.length > 1 ? `reference ${reference + 1}` : 'the reference';
  const quote = references[reference]?.slice(span.start, span.end) ?? '';
  const nearest = label === 'neutral' ? '; nearest' : '';
  return [`${name} ${SAYS[label]}${because}${nearest}, at ${span.start}-${span.end}: "${quote}"`];
}

/** A note without the capital and the full stop of a sentence. */
const inBrackets = (note: string): string =>
  note.replace(/^\p{Lu}(?=\p{Ll}+\s)/u, (letter) => letter.toLowerCase()).replace(/\.$/, '');

/** Contradicted years and numbers: the triple's own with the sentence that says so, those around it in brief. */
function conflictLines(agreement: Agreement | undefined, triple: Triple): string[] {
  const text = `${triple.head} ${triple.relation} ${triple.tail}`;
  const byValue = groupBy(
    agreement?.conflicts ?? [],
    ({ value, sampleValue }) => `${value}\u0000${sampleValue}`,
  );
  const lines = [...byValue.values()].map((rows) => {
    const { value, sampleValue, sentence } = rows[0] as ValueConflict;
    const ids = rows.map(({ responseId }) => responseId);
    const line = `${samplesWord(ids)} ${ids.length === 1 ? 'gives' : 'give'} ${sampleValue}, not ${value}`;
    return text.includes(value)
      ? { own: true, line: `${line}: "${sentence}"` }
      : { own: false, line: `in its sentence, ${line}` };
  });
  return [...lines.filter(({ own }) => own), ...lines.filter(({ own }) => !own)].map(({ line }) => line);
}

/** One sample's other tail may be another truth ("is a poet", "is a soldier"); two that agree on it are evidence. */
const LEAST_AGREEING = 2;

function voteLines(
  votes: readonly SampleVote[],
  tails: ReadonlyMap<string, string>,
  triple: Triple,
): string[] {
  if (votes.length === 0) return [];
  const ids = (rows: readonly SampleVote[]) => rows.map(({ responseId }) => responseId);
  const repeated = votes.filter((vote) => vote.repeated);
  const others = votes.filter((vote) => !vote.repeated);
  const risk = others.filter((vote) => vote.risk);
  const conflicts = groupBy(
    others.filter((vote) => vote.conflict && !vote.risk),
    ({ tripleId }) => tails.get(tripleId ?? '') ?? '',
  );
  return [
    repeated.length === 0
      ? `no sample of ${votes.length} repeats it as a triple`
      : `repeated by ${repeated.length} of ${votes.length} samples (${numbersOf(ids(repeated))})`,
    ...[...conflicts]
      .filter(([, rows]) => rows.length >= LEAST_AGREEING)
      .map(([tail, rows]) => `${samplesWord(ids(rows))}: "${tail}" instead of "${triple.tail}"`),
    ...(risk.length > 0 ? [`${samplesWord(ids(risk))}: the same tail under another relation`] : []),
  ];
}

/** What the reverse tasks gave instead, for the tasks that count and whose answers differ. */
function taskLines(verification: TripleVerification | undefined, triple: Triple, weights: Weights): string[] {
  if (verification === undefined) return [];
  return TASKS.filter((task) => weights[task] > 0).flatMap((task) =>
    taskLine(task, verification[task], triple[task]),
  );
}

function taskLine(task: Task, { draws }: TaskResult, expected: string): string[] {
  const judged = draws.filter(({ match }) => match !== null);
  const others = judged.filter(({ match }) => !match);
  const other = mostFrequent(others);
  if (other === null) return [];
  const given = judged.length - others.length;
  const instead = other === UNKNOWN ? 'no answer otherwise' : `as "${other}" otherwise`;
  return [`${task} rebuilt as "${expected}" in ${given} of ${judged.length}, ${instead}`];
}

/** What whoever answers says when there is no answer. */
const UNKNOWN = 'unknown';

function unsupportedLines(agreement: Agreement | undefined): string[] {
  const words = agreement?.unsupported ?? [];
  return words.length === 0 ? [] : [`few samples hold ${words.map((word) => `"${word}"`).join(', ')}`];
}

/** The entities in its words that the model itself was not sure of. */
function entityLines(entities: readonly EntityUncertainty[], { span }: Triple): string[] {
  const isInside = (entity: EntityUncertainty) =>
    span !== null && entity.span.start >= span.start && entity.span.end <= span.end;
  return entities
    .filter((entity) => entity.hallucinated && isInside(entity))
    .map(({ text, probability, entropy }) => {
      const spread = entropy === null ? '' : `, entropy at least ${entropy.toFixed(2)} nats`;
      return `the model was not sure of "${text}": probability ${probability?.toFixed(2)}${spread}`;
    });
}

/** The most frequent answer, the first among equals. */
function mostFrequent(draws: readonly Draw[]): string | null {
  let [winner, most] = [null as string | null, 0];
  for (const [answer, rows] of groupBy(draws, ({ answer }) => answer)) {
    if (rows.length > most) [winner, most] = [answer, rows.length];
  }
  return winner;
}

function samplesWord(ids: readonly ResponseId[]): string {
  const distinct = [...new Set(ids)];
  return `${distinct.length === 1 ? 'sample' : 'samples'} ${numbersOf(distinct)}`;
}

const numbersOf = (ids: readonly ResponseId[]): string =>
  ids.map((id) => id.replace('sample-', '')).join(', ');

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
