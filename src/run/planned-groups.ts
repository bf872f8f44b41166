/** The requests of reverse verification under `protocol: economy`: see verification/economy-verifier.ts. */
import type { Config } from '../config/schema.ts';
import { CASES_A_TRIPLE } from '../verification/economy-verifier.ts';
import { SAMPLES_AT_ONCE } from '../verification/group-fact-filter.ts';
import { usesFacts } from '../verification/verifier.ts';
import type { PassageExtent } from './passage-extent.ts';
import { KNOWN_SHARE, type PlannedCall, repeated, TOKENS } from './planned-call.ts';

type Settings = Config['verification'];

/** Orders of the options in which tails are selected, where all selections are drawn at once. */
const ORDERS = 2;

/** Pieces in which the triples of a passage are asked about. */
interface Pieces {
  /** How many, and how the formula calls them. */
  units: number;
  unit: string;
  /** Triples of one. */
  triples: number;
  /** Tokens of the facts that one is told. */
  known: number;
}

/**
 * No triple is asked about apart for what another would give away, and no answer is repaired.
 */
export function groupCalls(extent: PassageExtent, settings: Settings): PlannedCall[] {
  const { triples: m, samples: n, oneAnswerARequest } = extent;
  const filters = usesFacts(settings) && n > 0;
  const rows = piecesOf(m, Math.ceil(m / settings.groupSize), `⌈m/${settings.groupSize}⌉`);
  const groups = filters ? piecesOf(m, Math.max(rows.units, Math.min(m, 2)), 'g') : rows;
  const told = filters ? { ...groups, known: KNOWN_SHARE * (m - groups.triples) * TOKENS.triple } : groups;
  const fetches = (draws: number) => (oneAnswerARequest ? draws : 1);
  const selections = Math.min(ORDERS, settings.tailDraws);
  const { headDraws, relationDraws, tailDraws } = settings;
  return [
    ...(filters ? [supportCall(extent, rows)] : []),
    ...(settings.head ? headCalls(told, m, { draws: headDraws, times: fetches(headDraws) }) : []),
    ...(settings.relation
      ? [relationCall(told, m, { draws: relationDraws, times: fetches(relationDraws) })]
      : []),
    ...(settings.tail
      ? tailCalls(rows, m, {
          ...{ draws: tailDraws, times: oneAnswerARequest ? tailDraws : selections },
          options: settings.distractors + 1,
        })
      : []),
    ...(settings.head || settings.relation ? [judgeCall(rows, m)] : []),
  ];
}

const piecesOf = (m: number, units: number, unit: string): Pieces => ({
  units,
  unit,
  triples: m / units,
  known: 0,
});

function supportCall({ samples: n, triples: m, sampleTriples }: PassageExtent, rows: Pieces): PlannedCall {
  const parts = Math.ceil(n / SAMPLES_AT_ONCE);
  const sample = TOKENS.block + sampleTriples * TOKENS.triple;
  return {
    purpose: 'fact-support',
    model: 'judge',
    terms: [{ factor: 1, unit: `${rows.unit}·⌈n/${SAMPLES_AT_ONCE}⌉` }],
    requests: rows.units * parts,
    shownTokens: parts * m * TOKENS.triple + rows.units * n * sample,
    answerTokens: m * (parts * TOKENS.verdict + n * TOKENS.number),
  };
}

interface Drawing {
  draws: number;
  /** Requests in which they come. */
  times: number;
}

function headCalls(groups: Pieces, m: number, { draws, times }: Drawing): PlannedCall[] {
  const { triples, known, ...pieces } = groups;
  return [
    repeated({
      ...{ purpose: 'heqa-questions', model: 'analyst', ...pieces },
      ...{ shown: triples * TOKENS.triple + known, answerTokens: m * TOKENS.question },
    }),
    repeated({
      ...{ purpose: 'heqa-answers', model: 'generator', ...pieces, times },
      ...{ shown: triples * TOKENS.question, answerTokens: draws * m * TOKENS.answer },
    }),
  ];
}

function relationCall(groups: Pieces, m: number, { draws, times }: Drawing): PlannedCall {
  const { triples, known, ...pieces } = groups;
  return repeated({
    ...{ purpose: 'relation-answers', model: 'generator', ...pieces, times },
    ...{ shown: triples * TOKENS.triple + known, answerTokens: draws * m * TOKENS.answer },
  });
}

function tailCalls(
  { triples, known: _, ...pieces }: Pieces,
  m: number,
  { draws, times, options }: Drawing & { options: number },
): PlannedCall[] {
  const question = TOKENS.block + TOKENS.triple + options * TOKENS.option;
  return [
    repeated({
      ...{ purpose: 'tail-distractors', model: 'analyst', ...pieces, shown: triples * TOKENS.triple },
      answerTokens: m * (TOKENS.answer + options * TOKENS.option),
    }),
    repeated({
      ...{ purpose: 'tail-selections', model: 'generator', ...pieces, times, shown: triples * question },
      answerTokens: draws * m * TOKENS.verdict,
    }),
  ];
}

/** As many different answers as fill one request for each group. */
function judgeCall({ triples, known: _, ...pieces }: Pieces, m: number): PlannedCall {
  const cases = CASES_A_TRIPLE * m;
  return repeated({
    ...{ purpose: 'judge-pairs', model: 'judge', ...pieces },
    ...{
      shown: CASES_A_TRIPLE * triples * 2 * TOKENS.triple,
      answerTokens: cases * TOKENS.verdict,
    },
  });
}
