/** The indefinite article by the sound that follows: "an hour", "a university", "an 8", "a UN envoy". */

const MUTE_H = /^(?:hour|honest|honou?r|heir)/i;
/** Vowels that are spoken with a consonant before them. */
const CONSONANT_SOUND = /^(?:eu|ewe|one|once|u(?:ni(?![nm])|s[aeiou]|ti|kr|ran|rug|gan))/i;
/** Eight, eleven and eighteen, of hundreds, too. */
const VOWEL_NUMBER = /^(?:8|1[18](?!\d)|1[18]\d\d(?!\d))/;
const SPELT_OUT = /^[AEFHILMNORSX][\p{Lu}\p{N}]/u;

/** `a` or `an`, for the words that follow it. */
export function articleFor(words: string): 'a' | 'an' {
  if (/^\d/.test(words)) return VOWEL_NUMBER.test(words) ? 'an' : 'a';
  if (SPELT_OUT.test(words)) return 'an';
  if (/^\p{Lu}{2}/u.test(words)) return /^[AEIO]/.test(words) ? 'an' : 'a';
  if (MUTE_H.test(words)) return 'an';
  const plain = words.normalize('NFD');
  return /^[aeiou]/i.test(plain) && !CONSONANT_SOUND.test(plain) ? 'an' : 'a';
}
