import type { ConfigInput } from './config-types.ts';

/**
 * The configuration as it is, with its type: for `hallugraph.config.ts`.
 *
 * @example
 * export default defineConfig({ preset: 'local', sampling: { n: 5 } });
 */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
