/** Types of the public functions; the build writes declarations with a description of every key. */
export type { Config, ConfigInput } from './schema.ts';
