/** What the public functions take and give; the build writes its declarations with a description of every key. */
export type { Config, ConfigInput } from './schema.ts';
