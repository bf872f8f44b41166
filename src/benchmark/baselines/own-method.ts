/**
 * A user-defined baseline: a function in a module (`--methods ./mine.ts`).
 *
 *   export default ({ passage, sentences, trace, seed }) => ({ passage: 0.7, sentences: [0.9, 0.5] });
 *
 * It returns risk on its own scale, high = hallucinated: a number for the passage, or scores as a published method
 * returns them; what it leaves out is not scored. Named exports are methods of their names; the default export is
 * named after its file, or by `id` where it is an object with `id` and `score`, which may have `title` and
 * `threshold` as well.
 */
import path from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../../common/error-message.ts';
import { InputError } from '../../errors.ts';
import type { CallOptions } from '../../models/chat-model.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';

export type OwnScores = number | null | Partial<BaselineScores>;
export type OwnMethod = (input: BaselineInput, options?: CallOptions) => OwnScores | Promise<OwnScores>;

/** Whether an entry of `--methods` names a module instead of a method. */
export const isModulePath = (entry: string): boolean =>
  /^\.{0,2}\//.test(entry) || /\.[cm]?[jt]s$/.test(entry);

const named = z.object({
  id: z.string().min(1),
  title: z.string().optional(),
  threshold: z.number().optional(),
  score: z.custom<OwnMethod>((value) => typeof value === 'function', 'expected a function'),
});

/**
 * The methods of a module.
 *
 * @param file absolute
 * @throws InputError naming the file where it cannot be loaded or holds no method
 */
export async function loadOwnMethods(file: string): Promise<BaselineDefinition[]> {
  const { createJiti } = await import('jiti');
  let loaded: unknown;
  try {
    loaded = await createJiti(import.meta.url, { moduleCache: false, interopDefault: false }).import(file);
  } catch (error) {
    throw new InputError(`--methods ${file}: ${errorMessage(error)}`);
  }
  const exported = Object.entries(loaded as Record<string, unknown>);
  const methods = exported.flatMap(([name, value]): BaselineDefinition[] => {
    const id = name === 'default' ? path.parse(file).name : name;
    if (typeof value === 'function') return [definitionOf(id, { id, score: value as OwnMethod }, file)];
    const method = named.safeParse(value).data;
    return method === undefined ? [] : [definitionOf(method.id, method, file)];
  });
  if (methods.length === 0)
    throw new InputError(
      `--methods ${file}: expected a function, or an object with id and score, as an export`,
    );
  return methods;
}

function definitionOf(
  id: string,
  { title, threshold, score }: z.output<typeof named>,
  file: string,
): BaselineDefinition {
  return {
    ...{ id, title: title ?? `${id} (${path.basename(file)})`, needs: [] },
    ...(threshold !== undefined && { threshold }),
    score: async (input, _parts, options) => checkedScores(await score(input, options), { id, input }),
  };
}

const risk = z.number().nullable();
const scores = z.strictObject({
  passage: risk.default(null),
  sentences: z.array(risk).nullable().default(null),
  claims: z.array(risk).nullable().default(null),
  reason: z.string().nullable().default(null),
  trace: z.unknown().optional(),
});

/** @throws InputError naming method, passage and field */
function checkedScores(
  given: OwnScores,
  { id, input }: { id: string; input: BaselineInput },
): BaselineScores {
  const { passage, sentences } = input;
  const fail = (problem: string) => new InputError(`method ${id}, passage "${passage.id}": ${problem}`);
  const read = scores.safeParse(typeof given === 'number' || given === null ? { passage: given } : given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw fail(`${issue?.path.join('.') || 'the result'}: ${issue?.message}`);
  }
  const own = read.data;
  const counts = [
    ['sentences', own.sentences, sentences.length],
    ['claims', own.claims, passage.claims?.length ?? 0],
  ] as const;
  for (const [field, list, count] of counts)
    if (list !== null && list.length !== count)
      throw fail(`${field}: expected ${count} scores, not ${list.length}`);
  return { ...own, reason: own.passage === null ? (own.reason ?? 'no score') : null };
}
