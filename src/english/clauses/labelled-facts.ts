/** Facts of Markdown that no clause states, cells of tables, "Born: 1867", list items without a verb; and the clauses that these stand for. */
import type { Block } from '../../text/markdown.ts';
import { memoize } from '../../common/memoize.ts';
import { readText } from '../tokens.ts';
import { MEASURE_OF, UNITS } from '../values/units.ts';

interface LabelledFact {
  head: string | null;
  relation: string;
  tail: string;
  /** In the words of the block. */
  span: { start: number; end: number };
}

/** "Born in Warsaw": what it begins with is the relation. */
const VERB_FIRST =
  /^((?:was |is )?(?:born|died|won|wrote|became|\p{L}{2,}ed)(?: (?:in|on|at|as|by|for|from|to|with|of))?)\s+(?=\S)/iu;

/** "Mars: has two moons" */
function toldOfLabel(words: string): RegExpExecArray | null {
  const told = /^(\p{Ll}+)\s+(?=\S)/u.exec(words);
  const [first] = told === null ? [] : (readText(words).sentences[0] ?? []);
  return /^(?:VERB|AUX)$/.test(first?.pos ?? '') && /s$/.test(first?.text ?? '') ? told : null;
}

/** @param topic what the text is about */
export function labelledFact({ kind, text, head, label, from }: Block, topic: string | null): LabelledFact {
  const words = text.slice(from);
  const verb = kind === 'item' ? VERB_FIRST.exec(words) : from > 0 ? toldOfLabel(words) : null;
  // "Adults: 60 kroner", where nothing says of what
  const isOfLabel = head === null && topic === null && from > 0;
  return {
    head: head ?? topic ?? (isOfLabel ? label : null),
    relation: (verb?.[1] ?? (isOfLabel ? null : label) ?? 'is').toLowerCase(),
    tail: words.slice(verb?.[0].length ?? 0).replace(/[.;,]$/u, ''),
    span: { start: 0, end: text.length },
  };
}

/** Labels of more words are sentences or titles. */
const MOST_LABEL_WORDS = 4;
const PARTICIPLE =
  /^((?:first |last )?(?:\p{L}{2,}ed|born|built|written|made|held|sung|drawn))(?: (in|on|at|by|for|from|as))?$/u;
const TIMED = /^(?:start|begin|open|close|end|finish|depart|leave|arrive)s$/u;
/** A unit behind a label, or a remark. */
const IN_BRACKETS = /\s*[([]([^)\]]*)[)\]]$/u;

/** "m" of "Height (m)" and of "m", "rooms" of "Rooms"; null of a label that is no unit and counts nothing. */
export function unitOfLabel(label: string): string | null {
  const unit = IN_BRACKETS.exec(label)?.[1] ?? label;
  const name = unit.toLowerCase();
  if (UNITS.has(unit) || MEASURE_OF.has(name) || MEASURE_OF.has(name.replace(/s$/u, ''))) return unit;
  return /^\p{L}\p{Ll}+(?<!s)s$/u.test(label) ? name : null;
}

/** "height", "place of birth"; but "Ann Lee" of "Ann Lee: 35 points", and "known since" not. */
const isNounPhrase = memoize((words): boolean => {
  const tags = readText(words)
    .sentences.flat()
    .flatMap(({ pos }) => (pos === 'SPACE' ? [] : [pos]));
  return (
    !/ \p{Lu}/u.test(words) &&
    tags.every((tag) => /^(?:ADJ|NOUN|ADP|DET)$/.test(tag)) &&
    tags.at(-1) === 'NOUN'
  );
});

/** The words with which a clause begins that says what stands under a label: "The height of K2 is ", "It was built in "; null for labels of other kinds. */
export function clauseOpening(label: string, head: string | null): string | null {
  const plain = label.replace(IN_BRACKETS, '');
  const words = plain.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  if (words.split(' ').length > MOST_LABEL_WORDS) return null;
  const subject = head === null || head === '' ? null : head;
  const [, done, preposition = 'in'] = PARTICIPLE.exec(words) ?? [];
  if (done !== undefined) return `${subject ?? 'It'} was ${done} ${preposition} `;
  if (TIMED.test(words)) return `${subject ?? 'It'} ${words} at `;
  if (!isNounPhrase(words)) return null;
  const verb = /[^s]s$/u.test(words) ? 'are' : 'is';
  return subject === null ? `The ${words} ${verb} ` : `The ${words} of ${subject} ${verb} `;
}
