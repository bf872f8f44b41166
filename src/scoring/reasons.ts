/**
 * Reasons: evidence for or against a fact, as records; evidence.ts phrases them.
 *
 * Alternative values from samples are given only for the fact they are about, the most frequent first.
 */
import { groupBy, mostFrequent } from '../common/group-by.ts';
import {
  type Agreement,
  type EntityUncertainty,
  type Reason,
  type ReferenceCheck,
  type ReferenceLabel,
  type ResponseId,
  type SampleStatement,
  type SampleVote,
  type Span,
  TASKS,
  type Task,
  type TaskResult,
  type Trace,
  type Triple,
} from '../passage.ts';
import { valueForm } from '../english/values/value-form.ts';
import { withRow } from '../english/statements.ts';
import { ofAnswers, ofJudgement } from './judged-reasons.ts';
import { doesNotMention } from './mentioned.ts';
import type { Scoring } from './scoring-schema.ts';
import { type FactStatements, statementsByFact } from './fact-score.ts';

/** The texts that reasons quote. */
export interface Texts {
  samples: ReadonlyMap<ResponseId, string>;
  references: readonly string[];
}

/**
 * Reasons by triple, the strongest first; built once per passage. Where only the samples' statements count, aligned triples
 * and reverse tasks are no reasons.
 *
 * @param isFlagged labelled as hallucinated
 */
export function reasonsByTriple(
  trace: Trace,
  texts: Texts,
  { weights, facts }: Pick<Scoring, 'facts' | 'weights'>,
): (triple: Triple, isFlagged: boolean) => Reason[] {
  const votes = new Map(trace.consistency.map((row) => [row.tripleId, row.votes]));
  const verifications = new Map(trace.verification.map((row) => [row.tripleId, row]));
  const judgements = new Map(trace.judgement?.facts.map((row) => [row.tripleId, row]));
  const statementsOn = statementsByFact(trace);
  const tasks = TASKS.filter((task) => weights[task] > 0).toSorted(
    (one, other) => weights[other] - weights[one],
  );
  const tails = new Map(
    trace.segmentations.flatMap(({ triples }) => triples.map(({ id, tail }) => [id, tail])),
  );
  return (triple, isFlagged) => {
    const verification = verifications.get(triple.id);
    const read = statementsOn(triple.id);
    const ofTriples = [
      // a model that read the texts has seen the content of their triples
      ...(read.byModel ? [] : ofVotes(votes.get(triple.id) ?? [], tails, triple)),
      ...(verification === undefined
        ? []
        : tasks.flatMap((task) => ofTask(task, verification[task], triple[task]))),
    ];
    const ofTexts = ofSamples(read, { texts: texts.samples, isFlagged });
    const isTold = ofTexts.some(({ kind }) => TELLING_WORDS.includes(kind));
    const ofMissing =
      // nor has who counts their words
      read.byModel || isTold ? [] : ofWords(trace.agreement?.triples[triple.id]);
    const brought = texts.samples.size > read.statements.length ? { brought: texts.samples.size } : {};
    const reasons = [
      ...[
        ...ofJudgement(judgements.get(triple.id), triple.tail),
        ...ofAnswers(verification?.answered, triple.tail),
      ].map((own) => ({ ...NOTHING, ...own })),
      ...ofReference(trace.reference?.triples[triple.id], texts.references),
      ...[...ofTexts, ...ofMissing].map((own) => ({ ...own, ...brought })),
      ...(facts === 'statements' ? [] : ofTriples),
      ...ofEntities(trace.uncertainty?.entities ?? [], triple),
    ];
    return isFlagged ? correctingFirst(reasons) : reasons;
  };
}

/** Reasons of these kinds name what samples give in the place of a value, or say that they have the words. */
const TELLING_WORDS: readonly Reason['kind'][] = [
  'samples-contradict',
  'samples-disagree',
  'samples-repeat',
  'samples-hold',
];

/** Reasons of these kinds contradict a fact, and may name the right value. */
const CONTRADICTING: readonly Reason['kind'][] = [
  'reference-contradicts',
  'samples-contradict',
  'judged-wrong',
  'answered-otherwise',
];

/** A reason that names the right value tells more than one that calls the fact wrong: such reasons come first. */
export function correctingFirst(reasons: readonly Reason[]): Reason[] {
  const isCorrecting = ({ kind, instead }: Reason) => CONTRADICTING.includes(kind) && instead !== null;
  return [...reasons.filter(isCorrecting), ...reasons.filter((reason) => !isCorrecting(reason))];
}

const NOTHING: Omit<Reason, 'kind'> = {
  samples: [],
  of: 0,
  value: null,
  instead: null,
  note: null,
  quote: null,
  weight: 1,
};

const OF_REFERENCE = {
  entailment: 'reference-supports',
  neutral: 'reference-silent',
  contradiction: 'reference-contradicts',
} as const satisfies Record<ReferenceLabel, Reason['kind']>;

function ofReference(check: ReferenceCheck | undefined, references: readonly string[]): Reason[] {
  if (check?.label == null) return [];
  const { label, evidence, note, conflict } = check;
  const source = references.length > 1 && evidence ? `reference ${evidence.reference + 1}` : 'the reference';
  const quote = evidence && quoteOf(source, references[evidence.reference] ?? '', evidence.span);
  return [{ ...NOTHING, kind: OF_REFERENCE[label], ...conflict, note, quote }];
}

/** Characters quoted: what has no end of a sentence, such as a table, would else stand whole beside each of its facts. */
const MOST_QUOTED = 1000;

function quoteOf(source: string, text: string, { start, end }: Span): Reason['quote'] {
  const last = Math.min(end, start + MOST_QUOTED);
  return { source, start, end: last, text: text.slice(start, last) };
}

/**
 * Samples that give another value contradict a fact that was labelled as hallucinated, or that a model finds contradicted by
 * more samples than repeat it; else the samples disagree. Of a disagreement the side of more samples comes first.
 */
function ofSamples(
  { statements, byModel }: FactStatements,
  { texts, isFlagged }: { texts: ReadonlyMap<ResponseId, string>; isFlagged: boolean },
): Reason[] {
  const of = statements.length;
  if (of === 0) return [];
  const saying = (says: SampleStatement['says']) => statements.filter((row) => row.says === says);
  const [repeats, holds, contradicts] = [saying('repeats'), saying('holds'), saying('contradicts')];
  const isContradicted = isFlagged || (byModel && contradicts.length > repeats.length);
  const kind = isContradicted ? 'samples-contradict' : 'samples-disagree';
  const against = otherValues(kind, contradicts, { of, texts });
  const spoken = [...ofStatements('samples-repeat', repeats, of), ...ofStatements('samples-hold', holds, of)];
  const isFirst = isContradicted || contradicts.length >= repeats.length + holds.length;
  const reasons = isFirst ? [...against, ...spoken] : [...spoken, ...against];
  return reasons.length > 0 ? reasons : ofUnspoken({ statements, byModel });
}

/** Where no sample says anything of it: those that do not mention it, and those that may, by its words. */
function ofUnspoken(read: FactStatements): Reason[] {
  const of = read.statements.length;
  const isSilent = doesNotMention(read);
  return [
    ...ofStatements('samples-silent', read.statements.filter(isSilent), of),
    ...ofStatements(
      'samples-incomparable',
      read.statements.filter((row) => !isSilent(row)),
      of,
    ),
  ];
}

const ofStatements = (kind: Reason['kind'], rows: readonly SampleStatement[], of: number): Reason[] =>
  rows.length === 0 ? [] : [{ ...NOTHING, kind, samples: rows.map(idOf), of, weight: rows.length / of }];

/** Words of the fact that no sample holds. */
function ofWords({ statements = [], unsupported }: Partial<Agreement> = {}): Reason[] {
  if (statements.length === 0 || !unsupported?.length) return [];
  return [
    {
      ...NOTHING,
      kind: 'no-sample-holds',
      of: statements.length,
      value: unsupported.join(', '),
    },
  ];
}

const idOf = ({ responseId }: { responseId: ResponseId }): ResponseId => responseId;

/** The alternative value: that of most samples, the first of equals, in the sentence closest to the fact's. */
function otherValues(
  kind: 'samples-contradict' | 'samples-disagree',
  rows: readonly SampleStatement[],
  { of, texts }: { of: number; texts: ReadonlyMap<ResponseId, string> },
): Reason[] {
  const groups = groupBy(rows, ({ value, instead }) =>
    [value, instead].map((one) => valueForm(one ?? '')).join(),
  );
  const [most = [], ...rest] = [...groups.values()].sort((one, other) => other.length - one.length);
  const nearest = nearestOf(most);
  if (nearest === undefined) return [];
  const others = rest.map((group) => ({ ...valuesOf(group), samples: group.map(idOf) }));
  const { responseId, value, instead } = nearest;
  const text = texts.get(responseId);
  const quote = nearest.quote && text !== undefined ? withRow(text, nearest.quote) : null;
  return [
    {
      ...NOTHING,
      kind,
      samples: most.map(idOf),
      ...{ of, value, instead, ...(others.length > 0 && { others }) },
      quote: quote && quoteOf(responseId, text ?? '', quote),
      weight: most.length / of,
    },
  ];
}

const nearestOf = (rows: readonly SampleStatement[]): SampleStatement | undefined =>
  rows.toSorted((one, other) => (other.likeness ?? 0) - (one.likeness ?? 0))[0];

const valuesOf = (rows: readonly SampleStatement[]): Pick<SampleStatement, 'value' | 'instead'> => {
  const { value = null, instead = null } = nearestOf(rows) ?? {};
  return { value, instead };
};

/** A different tail in one sample may be true as well ("is a poet", "is a soldier"); two equal ones are evidence. */
const LEAST_AGREEING = 2;

function ofVotes(
  votes: readonly SampleVote[],
  tails: ReadonlyMap<string, string>,
  { tail }: Triple,
): Reason[] {
  const of = votes.length;
  if (of === 0) return [];
  const repeated = votes.filter((vote) => vote.repeated);
  const others = votes.filter((vote) => !vote.repeated);
  const risk = others.filter((vote) => vote.risk);
  const conflicts = groupBy(
    others.filter((vote) => vote.conflict && !vote.risk),
    ({ tripleId }) => tails.get(tripleId ?? '') ?? '',
  );
  const ofVotes = (
    kind: Reason['kind'],
    rows: readonly SampleVote[],
    instead: string | null = null,
  ): Reason => ({
    ...NOTHING,
    ...{ kind, samples: rows.map(idOf), of, value: tail, instead, weight: rows.length / of },
  });
  return [
    ofVotes(repeated.length === 0 ? 'no-triple-repeats' : 'triples-repeat', repeated),
    ...[...conflicts]
      .filter(([, rows]) => rows.length >= LEAST_AGREEING)
      .map(([instead, rows]) => ofVotes('triples-differ', rows, instead)),
    ...(risk.length > 0 ? [ofVotes('triples-relate-otherwise', risk)] : []),
  ];
}

/** Minimum share of answers against a fact. */
const LEAST_OTHERS = 0.5;

/** The alternative value of a reverse task, where half of its answers differ. */
function ofTask(task: Task, { draws }: TaskResult, value: string): Reason[] {
  const judged = draws.filter(({ match }) => match !== null);
  const others = judged.filter(({ match }) => !match);
  const instead = mostFrequent(others.map(({ answer }) => answer));
  const weight = others.length / judged.length;
  // a single differing answer may be chance
  if (instead === null || weight < LEAST_OTHERS) return [];
  return [{ ...NOTHING, kind: 'rebuilt-otherwise', of: judged.length, value, instead, note: task, weight }];
}

/** The entities in its words that had a low probability. */
function ofEntities(entities: readonly EntityUncertainty[], { span }: Triple): Reason[] {
  const isInside = (entity: EntityUncertainty) =>
    span !== null && entity.span.start >= span.start && entity.span.end <= span.end;
  return entities
    .filter((entity) => entity.hallucinated && isInside(entity))
    .map(({ text, probability, entropy }) => {
      const spread = entropy === null ? '' : `, entropy at least ${entropy.toFixed(2)} nats`;
      const note = `probability ${probability?.toFixed(2)}${spread}`;
      return { ...NOTHING, kind: 'model-unsure' as const, value: text, note };
    });
}
