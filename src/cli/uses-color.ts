import type { Host } from '../run/host.ts';

/** Whether the results may be coloured. */
export function usesColor({ env, stdout }: Host, wanted: boolean): boolean {
  if (!wanted || env.NO_COLOR || env.TERM === 'dumb') return false;
  const { FORCE_COLOR } = env;
  return FORCE_COLOR ? !['0', 'false'].includes(FORCE_COLOR) : stdout.isTTY === true;
}
