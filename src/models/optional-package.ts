/** Packages that a user installs beside this one, for what needs them. */
import { BackendError } from '../errors.ts';

/** Whether an import failed since the package is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/** @param instead what to do without it: `use the embedder "lexical"` */
export function packageProblem(name: string, instead: string, error: unknown): BackendError {
  const problem = isMissing(error) ? 'is not installed' : 'cannot be loaded';
  return new BackendError(`The package ${name} ${problem}. Run "npm install ${name}", or ${instead}.`, {
    cause: error,
  });
}
