/** The requests of reverse verification under `protocol: paper`: see verification/llm-verifier.ts. */
import type { Config } from '../config/schema.ts';
import { usesFacts } from '../verification/verifier.ts';
import type { PassageExtent } from './passage-extent.ts';
import { KNOWN_SHARE, type PlannedCall, type Repeated, repeated, TOKENS } from './planned-call.ts';

/** No question gives its answer away, and no answer is repaired. */
export function singleCalls(
  { samples: n, triples: m, sampleTriples }: PassageExtent,
  settings: Config['verification'],
): PlannedCall[] {
  const filters = usesFacts(settings) && n > 0;
  const known = filters ? KNOWN_SHARE * (m - 1) * TOKENS.triple : 0;
  const ofEach = (call: Omit<Repeated, 'units' | 'unit' | 'answerTokens'> & { answer: number }) => {
    const { answer, times = 1, ...own } = call;
    return repeated({ ...own, times, units: m, unit: 'm', answerTokens: times * m * answer });
  };
  const filter = repeated({
    ...{ purpose: 'fact-filter', model: 'judge', units: n * m, unit: 'n·m' },
    ...{ shown: (1 + sampleTriples) * TOKENS.triple, answerTokens: n * m * TOKENS.verdict },
  });
  const judge = (times: number) => {
    const shown = 2 * TOKENS.triple;
    return ofEach({ purpose: 'judge-equal', model: 'judge', times, shown, answer: TOKENS.verdict });
  };
  const { headDraws, relationDraws, tailDraws, distractors } = settings;
  const asked = { model: 'generator', answer: TOKENS.answer } as const;
  const head = [
    ofEach({
      ...{ purpose: 'heqa-question', model: 'analyst' },
      ...{ shown: TOKENS.triple + known, answer: TOKENS.question },
    }),
    ofEach({ ...asked, purpose: 'heqa-answer', times: headDraws, shown: TOKENS.question }),
    judge(headDraws),
  ];
  const relation = [
    ofEach({ ...asked, purpose: 'relation-answer', times: relationDraws, shown: TOKENS.triple + known }),
    judge(relationDraws),
  ];
  const options = (distractors + 1) * TOKENS.option;
  const tail = [
    ofEach({
      ...{ purpose: 'tail-distractors', model: 'analyst' },
      ...{ shown: TOKENS.triple, answer: TOKENS.answer + options },
    }),
    ofEach({
      ...{ ...asked, purpose: 'tail-select', times: tailDraws },
      ...{ shown: TOKENS.triple + options, answer: TOKENS.verdict },
    }),
  ];
  return [
    ...(filters ? [filter] : []),
    ...(settings.head ? head : []),
    ...(settings.relation ? relation : []),
    ...(settings.tail ? tail : []),
  ];
}
