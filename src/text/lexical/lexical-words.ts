/** Splits a short phrase into words, and brings words to a light stem. */

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
  }),
);

/** Abbreviations and signs, written out; the value may be several words. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': 'and',
    '%': 'percent',
    $: 'dollar',
    '€': 'euro',
    '£': 'pound',
    us: 'united states',
    usa: 'united states',
    america: 'united states',
    uk: 'united kingdom',
    britain: 'united kingdom',
    ussr: 'soviet union',
    st: 'saint',
    mt: 'mount',
    ft: 'fort',
    dept: 'department',
    univ: 'university',
    jr: 'junior',
    sr: 'senior',
    prof: 'professor',
    gen: 'general',
    sen: 'senator',
    gov: 'governor',
    no: 'number',
    km: 'kilometer',
    kg: 'kilogram',
    vs: 'versus',
  }),
);

/**
 * The words of a text in lower case, without accents, marks of possession and punctuation; dates in digits are
 * split, thousands joined, initials separated.
 */
export function words(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS.get(letter) as string)
    .replace(/[’`]/g, "'")
    .replace(/'s\b|s'(?=\s|$)/g, (mark) => (mark === "'s" ? '' : 's'))
    .replace(
      /\b(\d{4})-(\d\d)-(\d\d)\b/g,
      (_, year, month, day) => `${Number(day)} ${monthName(Number(month))} ${year}`,
    )
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\b(?:\p{L}\.){2,}/gu, (letters) => abbreviation(letters))
    .replace(/\bnot\b|n't\b/g, ' not');
  const found =
    plain.match(/\d+(?:\.\d+)?(?:st|nd|rd|th|s)?(?!\p{L})|[\p{L}\p{N}]+(?:'\p{L}+)*|[&%$€£]/gu) ?? [];
  return found.flatMap((word) => (WRITTEN_OUT.get(word) ?? word.replaceAll("'", '')).split(' '));
}

const monthName = (month: number): string =>
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sept', 'oct', 'nov', 'dec'][month - 1] ??
  String(month);

/** `u.s.` is a word of its own, `j.r.r.` are three initials. */
function abbreviation(dotted: string): string {
  const joined = dotted.replaceAll('.', '');
  return ` ${WRITTEN_OUT.has(joined) ? joined : [...joined].join(' ')} `;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `write wrote written; win won; become became; begin began begun; lead led; leave left; buy bought; sell sold;
   build built; make made; hold held; run ran; speak spoke spoken; teach taught; sing sang sung; grow grew grown;
   know knew known; give gave given; take took taken; go went gone; meet met; fight fought; lose lost; fall fell fallen;
   draw drew drawn; wear wore worn; shoot shot; send sent; spend spent; keep kept; find found; choose chose chosen;
   rise rose risen; see saw seen; come came; get got gotten; child children; wife wives; man men; woman women; die dies died dying; tie ties tied tying;
   use uses used using; agree agrees agreed agreeing; free frees freed freeing; lie lies lied lying lain; bear bore borne; be is was are were been being am; have has had having; do does did done doing`
    .split(';')
    .flatMap((group) => {
      const [stem = '', ...forms] = group.trim().split(/\s+/);
      return forms.map((form): [string, string] => [form, stem]);
    }),
);

/** Takes endings of number and tense off a word, and differences between British and American spelling. */
export function stem(word: string): string {
  const base = IRREGULAR.get(word) ?? withoutTense(withoutPlural(word));
  return american(base);
}

function withoutPlural(word: string): string {
  if (word.length < 4) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(word)) return word;
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

function withoutTense(word: string): string {
  if (/eed$/.test(word)) return word;
  if (/ied$/.test(word)) return `${word.slice(0, -3)}y`;
  const base = word.replace(/(?:ed|ing)$/, '');
  if (base === word || base.length < 3 || !/[aeiouy]/.test(base)) return word;
  return /([^aeiouls])\1$/.test(base) ? base.slice(0, -1) : base;
}

function american(word: string): string {
  const spelled = word
    .replace(/isation$/, 'ization')
    .replace(/(.{3})ise?$/, '$1iz')
    .replace(/(.{3})ize$/, '$1iz')
    .replace(/(.{3})our$/, '$1or')
    .replace(/(.{2})tre$/, '$1ter');
  return spelled.length > 3 ? spelled.replace(/e$/, '') : spelled;
}
