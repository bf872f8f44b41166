/** Optional packages, installed by the user where needed. */
import { BackendError } from '../errors.ts';

/** Whether an import failed because the package is not installed. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/** @param instead the alternative: `use the embedder "lexical"` */
export function packageProblem(name: string, instead: string, error: unknown): BackendError {
  const problem = isMissing(error) ? 'is not installed' : 'cannot be loaded';
  return new BackendError(`The package ${name} ${problem}. Run "npm install ${name}", or ${instead}.`, {
    cause: error,
  });
}
