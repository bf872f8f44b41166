/** What can go wrong with the SQLite file of a response cache. */

/** The file was read through and is not whole. */
export class DamagedCacheError extends Error {}

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedCacheError || /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Whether another process held the file for too long. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
