/** What a prompt states before it asks: "Lease: 'Deposit 1,800 euros.' What do I have to pay?" */
import { wordKey } from '../../english/content-words.ts';
import { keysOf } from '../../english/frames/participants.ts';
import { questionOf } from '../../english/question.ts';
import { readText } from '../../english/tokens.ts';
import type { Value } from './stated-value.ts';

/** @returns whether the prompt has a value in one sentence with a word of what the response tells it of */
export function givenIn(prompt: string): (value: Value) => boolean {
  const given = prompt.slice(0, prompt.length - questionOf(prompt).length);
  if (given === '') return () => false;
  const parts = given.split(/[.;\n]/).map((text) => ({
    text,
    keys: new Set(readText(text).sentences.flatMap((tokens) => tokens.map((token) => wordKey(token.text)))),
  }));
  return (value) => {
    const { mention } = value;
    const { frame, part } = value.place() ?? {};
    const other = frame?.subject === part ? frame?.object : frame?.subject;
    const told = keysOf(other?.tokens ?? []);
    return parts.some(({ text, keys }) => text.includes(mention.text) && told.some((key) => keys.has(key)));
  };
}
