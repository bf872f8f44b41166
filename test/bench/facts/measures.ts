/** What verdicts on single facts are worth, by labels on facts, parts, sentences and claims. Shares and AUCs are null where there is nothing to count. */
import { groupBy } from '../../../src/common/group-by.ts';
import type { PassageVerdict, Reason, TripleVerdict } from '../../../src/passage.ts';
import { balancedAccuracy, confusionOf, recall } from '../../../src/statistics/confusion.ts';
import { rocAuc } from '../../../src/statistics/ranking.ts';
import { mean } from '../../../src/statistics/summary.ts';
import type { Decided } from './decisions.ts';
import { type Planted, states } from './plant.ts';

type Figure = number | null;

const share = (rows: readonly boolean[]): Figure =>
  rows.length === 0 ? null : rows.filter(Boolean).length / rows.length;

/** AUC of low scores as signs of an error. */
const auc = (rows: readonly Pick<Decided, 'score' | 'positive'>[]): Figure =>
  rocAuc(rows.map(({ score, positive }) => ({ score: -score, positive }))).value;

const textOf = ({ triple }: TripleVerdict): string => `${triple.head} ${triple.relation} ${triple.tail}`;
const isFlagged = ({ label }: { label: string }): boolean => label === 'hallucinated';
const worstFirst = (triples: readonly TripleVerdict[]) =>
  triples.toSorted((one, other) => (one.score ?? 1) - (other.score ?? 1));
const contrasts = ({ triples }: PassageVerdict): Reason[] =>
  triples.flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === 'samples-contradict'));

export function plantedFigures(rows: readonly { planted: Planted; verdict: PassageVerdict }[]) {
  const facts = rows.map(({ planted, verdict }) => ({
    ...{ planted, verdict },
    wrong: verdict.triples.filter((triple) => states(textOf(triple), planted.wrong)),
    others: verdict.triples.filter((triple) => !states(textOf(triple), planted.wrong)),
  }));
  const among = (count: number) =>
    share(
      facts.map(({ verdict, wrong }) =>
        worstFirst(verdict.triples)
          .slice(0, count)
          .some((one) => wrong.includes(one)),
      ),
    );
  const isRight = ({ planted }: { planted: Planted }, { value, instead }: Reason) =>
    states(value ?? '', planted.wrong) && states(instead ?? '', planted.right);
  return {
    n: rows.length,
    found: share(facts.map(({ wrong }) => wrong.length > 0)),
    top1: among(1),
    top3: among(3),
    flagged: share(facts.map(({ wrong }) => wrong.some(isFlagged))),
    othersFlagged: share(facts.flatMap(({ others }) => others.map(isFlagged))),
    passagesFlagged: share(facts.map(({ verdict }) => isFlagged(verdict))),
    named: share(
      facts.flatMap((fact) => {
        const flagged = fact.wrong.filter(isFlagged);
        return flagged.length === 0
          ? []
          : [flagged.some(({ evidence }) => evidence.some((line) => states(line, fact.planted.right)))];
      }),
    ),
    rightContrasts: share(
      facts.flatMap((fact) => contrasts(fact.verdict).map((reason) => isRight(fact, reason))),
    ),
  };
}

/** Of passages without an error. */
export function cleanFigures(verdicts: readonly PassageVerdict[]) {
  return {
    n: verdicts.length,
    passagesFlagged: share(verdicts.map(isFlagged)),
    factsFlagged: share(verdicts.flatMap(({ triples }) => triples.map(isFlagged))),
    contrasts: verdicts.flatMap(contrasts).length,
  };
}

/** Facts in a part of the response that people marked as wrong: located by more than half of their span. */
export function wrongPartFigures(rows: readonly { verdict: PassageVerdict; parts: readonly string[] }[]) {
  const passages = rows.flatMap(({ verdict, parts }) => {
    const response = verdict.passage.response ?? '';
    const spans = parts.flatMap((part) => {
      const start = response.indexOf(part);
      return start < 0 ? [] : [{ start, end: start + part.length }];
    });
    const isWrong = ({ triple: { span } }: TripleVerdict) =>
      span !== null &&
      spans.reduce(
        (sum, part) => sum + Math.max(0, Math.min(part.end, span.end) - Math.max(part.start, span.start)),
        0,
      ) >
        (span.end - span.start) / 2;
    const wrong = verdict.triples.filter(isWrong);
    return wrong.length === 0 || wrong.length === verdict.triples.length ? [] : [{ verdict, wrong }];
  });
  return {
    n: passages.length,
    top1: share(
      passages.map(({ verdict, wrong }) => wrong.includes(worstFirst(verdict.triples)[0] as TripleVerdict)),
    ),
    random: mean(passages.map(({ verdict, wrong }) => wrong.length / verdict.triples.length)),
    auc: auc(
      passages.flatMap(({ verdict, wrong }) =>
        verdict.triples.flatMap((triple) =>
          triple.score === null ? [] : [{ score: triple.score, positive: wrong.includes(triple) }],
        ),
      ),
    ),
  };
}

/** Sentences: over all, and the mean over passages that have both kinds. */
export function sentenceFigures(sentences: readonly Decided[]) {
  const both = [...groupBy(sentences, ({ unit }) => unit).values()].filter(
    (own) => new Set(own.map(({ positive }) => positive)).size === 2,
  );
  return { n: sentences.length, auc: auc(sentences), passages: both.length, within: mean(both.map(auc)) };
}

/** Claims at the threshold of the preset. */
export function claimFigures(claims: readonly Decided[]) {
  const called = confusionOf(claims.map(({ positive, flagged }) => ({ positive, predicted: flagged })));
  return {
    n: claims.length,
    auc: auc(claims),
    recall: recall(called).value,
    balancedAccuracy: balancedAccuracy(called).value,
  };
}
