/** What an estimate needs beside passages and configuration. */
import { environmentOf } from '../config/environment.ts';
import type { EstimateContext } from '../run/estimate.ts';
import type { Host } from './host.ts';

export const estimateContext = (host: Host): EstimateContext => ({
  env: environmentOf(host.cwd, host.env),
});
