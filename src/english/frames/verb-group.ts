/** What a group of verbs says of its clause: "was never built", "could not have won", "began writing". */
import { isJoint, isLinking, isModal, verbOfParticiple } from '../lexicon/verbs.ts';
import type { Token } from '../tokens.ts';

interface VerbReading {
  verb: string;
  aspect: string;
  passive: boolean;
  denied: boolean;
  modal: string;
  /** A form that opens no main clause: "built in 1961", "killing bacteria", "to win". */
  open: boolean;
}

const DENIALS = /^(?:not|n['’]?t|never|cannot|nor|neither|hardly)$/;
/** Past forms without the ending that are participles and nothing else. */
const PARTICIPLE =
  /^(?:born|known|written|given|taken|seen|shown|grown|drawn|driven|chosen|spoken|broken|beaten|sung|sunk|worn|sworn|thrown|frozen|hidden|eaten|woven|hewn|done|gone)$/;
/** Participles that are past forms, too. */
const PAST =
  /(?:ed|[^e]en)$|^(?:made|built|held|set|led|found|kept|won|sold|told|cut|put|lost|left|sent|spent|bought|brought|caught|taught|thought|fought|hung|dug|laid|paid|said|read|cast|hit|met|shot|split|spun|struck|stuck|bound|bent|bred|fed|felt|heard|lit|meant|run|shut|slain|sewn|torn|understood|wound)$/;

export function readVerbs(tokens: readonly Token[], opensObject: boolean): VerbReading {
  const verbs = tokens.filter(({ pos }) => pos === 'VERB');
  const auxiliaries = tokens.filter(({ pos }) => pos === 'AUX');
  const main = verbs.at(-1) ?? auxiliaries.at(-1);
  const [first] = tokens.filter(({ pos }) => pos !== 'ADV');
  const lower = main?.lower ?? '';
  const isPast = PARTICIPLE.test(lower) || PAST.test(lower);
  const isBare = auxiliaries.length === 0;
  const beforeMain = tokens.slice(0, main ? tokens.indexOf(main) : 0);
  const helper = beforeMain.findLast(({ pos }) => pos === 'AUX' || pos === 'VERB');
  const passive = verbs.length > 0 && isPast && (helper?.lemma === 'be' || helper?.lemma === 'get');
  const open =
    first?.lower === 'to' ||
    (isBare && (/ing$/.test(first?.lower ?? '') || (PARTICIPLE.test(lower) && verbs.length === 1)));
  const lemma = verbOfParticiple(main?.lemma ?? '');
  const joint = main && tokens.slice(tokens.indexOf(main) + 1).find(({ lower }) => isJoint(lower));
  return {
    verb: isLinking(lemma) ? 'be' : joint ? `${lemma} ${joint.lower}` : lemma,
    aspect: verbs.length > 1 ? (verbs[0] as Token).lemma : '',
    passive: passive || (isBare && PARTICIPLE.test(lower) && (!opensObject || lower === 'born')),
    denied: tokens.some(
      ({ lower }, index) => DENIALS.test(lower) || (lower === 'no' && tokens[index + 1]?.lower === 'longer'),
    ),
    modal: auxiliaries.find((token) => isModal(token.lemma))?.lemma ?? '',
    open,
  };
}

/** Verbs that nobody is the object of. */
const INTRANSITIVE =
  /^(?:died|lived|arrived|occurred|happened|existed|remained|appeared|emerged|retired|graduated|resigned|emigrated)$/;

/** Whether a form without auxiliary may be the participle of a passive: "a charter sealed by King John". */
export const mayBePassive = (tokens: readonly Token[]): boolean => {
  const [only, ...others] = tokens.filter(({ pos }) => pos !== 'ADV');
  return (
    only?.pos === 'VERB' &&
    others.length === 0 &&
    (PAST.test(only.lower) || PARTICIPLE.test(only.lower)) &&
    !INTRANSITIVE.test(only.lower)
  );
};
