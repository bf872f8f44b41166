/** Error messages for a transformers.js model that cannot be loaded: what is missing, and the remedy. */
import { errorMessage } from '../../common/error-message.ts';
import { BackendError } from '../../errors.ts';
import { codeReason } from '../../files/system-reason.ts';
import { deepestCode } from '../openai/openai-errors.ts';

export interface Attempt {
  /** The kind of model, as a message begins: `Embedding model`. */
  purpose: string;
  /** The alternative: `use the embedder "lexical"`. */
  instead: string;
  /** Hugging Face id or folder, as the user wrote it. */
  model: string;
  /** Its absolute path where it is a folder, else null. */
  folder: string | null;
  cacheDir: string;
  hub: string;
}

export function loadProblem(error: unknown, attempt: Attempt): BackendError {
  const words = errorMessage(error);
  const fail = (problem: string) =>
    new BackendError(`${attempt.purpose} "${attempt.model}": ${problem}`, { cause: error });
  if (attempt.folder !== null && isMissingFile(error)) {
    return fail(
      `a file is missing in ${attempt.folder}: ${words} Expected: config.json, tokenizer.json, tokenizer_config.json and the onnx/ file of the dtype.`,
    );
  }
  if (isMissingFile(error)) {
    return fail(
      `not in the cache ${attempt.cacheDir}, and offline. Load it once with a connection, set cacheDir, or name a local folder.`,
    );
  }
  const code = deepestCode(error);
  if (/fetch failed/i.test(words) || code?.startsWith('E')) {
    return fail(
      `the hub ${attempt.hub} cannot be reached (${code === null ? words : codeReason(code)}). Check the network, name a local folder, or ${attempt.instead}.`,
    );
  }
  if (/unauthorized|forbidden|could not locate file/i.test(words)) {
    return fail(
      `the hub ${attempt.hub} does not give it: ${words} Check the id and the dtype; a private model needs HF_TOKEN.`,
    );
  }
  return fail(`cannot be loaded: ${words}`);
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /file was not found locally|local file missing/i.test(error.message);
