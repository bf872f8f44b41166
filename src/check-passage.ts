/** Passages that come from code are checked like those that come from files. */
import { InputError } from './errors.ts';
import { type Passage, passageSchema } from './passage.ts';

/** @throws InputError naming the passage and the field */
export function checkPassage(value: unknown): Passage {
  const result = passageSchema.safeParse(value);
  const id = (value as { id?: unknown } | null | undefined)?.id;
  const name = typeof id === 'string' ? `passage "${id}"` : 'a passage';
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new InputError(`${name}: ${issue?.path.map(String).join('.') || 'value'}: ${issue?.message}`);
  }
  const { response = '', sentences = [] } = result.data;
  const misplaced = sentences.findIndex(({ start, end }) => start > end || end > response.length);
  if (misplaced >= 0) throw new InputError(`${name}: sentences.${misplaced}: not a range of the response`);
  return result.data;
}
