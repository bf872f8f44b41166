/** Optional packages, installed by the user where needed. */
import { BackendError } from '../errors.ts';

/** Whether an import failed because the package is not installed. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/** A handler for `catch` of an import. @param instead the alternative: `use the embedder "lexical"` */
export const withoutPackage =
  (name: string, instead: string) =>
  (cause: unknown): never => {
    const problem = isMissing(cause) ? 'is not installed' : 'cannot be loaded';
    throw new BackendError(`The package ${name} ${problem}. Run "npm install ${name}", or ${instead}.`, {
      cause,
    });
  };
