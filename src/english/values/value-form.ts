/** One form of a value, however it is written. */
import { normalisePhrase } from '../normalise.ts';
import { readNumbers } from './number-words.ts';

/** Equal for "October 25" and "25th October", "two" and "2". */
export const valueForm = (value: string): string =>
  readNumbers(normalisePhrase(value).split(' '))
    .map((token) => (token.kind === 'word' ? token.text : `${token.kind} ${token.value}`))
    .sort()
    .join(' ');
