import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues, type ValueText } from '../../../src/local/contradiction/stated-values.ts';

/** A text whose topic is not known. */
export const read = (text: string): ValueText => readValues(text, () => false);

/** A text and the value of it that stands in square brackets: `The hall opened in [1921].` */
export function marked(text: string, readText = read): { value: Value; text: ValueText } {
  const [start, end] = [text.indexOf('['), text.indexOf(']') - 1];
  const whole = readText(text.replace(/[[\]]/g, ''));
  const value = whole.values.find((own) => own.start === start && own.end === end);
  if (value === undefined) throw new Error(`no value in brackets: ${text}`);
  return { value, text: whole };
}

export const valueIn = (text: string): Value => marked(text).value;
