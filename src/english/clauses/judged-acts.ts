/** "It is safe to mix bleach with ammonia": what is said of an act, whose subject "it" names nobody. */
import type { Span } from '../../passage.ts';
import type { Token } from '../tokens.ts';

interface JudgedAct {
  /** "to mix bleach with ammonia" */
  act: Span;
  /** "is", "is not" */
  relation: Span;
  /** "safe" */
  judgement: Span;
}

/** @param tokens of a sentence, with corrected tags */
export function judgedActs(tokens: readonly Token[]): JudgedAct[] {
  return tokens.flatMap((token, index) => {
    const verb = tokens[index + 1];
    if (token.lower !== 'it' || verb?.lemma !== 'be') return [];
    const at = tokens.findIndex(({ pos }, place) => place > index + 1 && !/^(?:ADV|PART|AUX)$/.test(pos));
    const [judgement, to, act] = tokens.slice(at, at + 3);
    if (judgement?.pos !== 'ADJ' || to?.lower !== 'to' || act?.pos !== 'VERB') return [];
    const end = tokens.findIndex(
      ({ pos, text, lower }, place) =>
        place > at + 2 && (pos === 'SCONJ' || lower === 'because' || /^[.,;:!?]$/.test(text)),
    );
    const last = tokens[end < 0 ? tokens.length - 1 : end - 1] as Token;
    return [
      {
        act: { start: to.start, end: last.end },
        relation: { start: verb.start, end: (tokens[at - 1] as Token).end },
        judgement: { start: judgement.start, end: judgement.end },
      },
    ];
  });
}
