/** What an estimate needs beside passages and configuration. */
import { loadPrompts } from '../../prompts/loader.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import type { EstimateContext } from '../run/estimate.ts';
import type { Host } from './host.ts';

export async function estimateContext({ prompts: dir }: Config, host: Host): Promise<EstimateContext> {
  return {
    prompts: await loadPrompts(dir === undefined ? {} : { dir }),
    env: environmentOf(host.cwd, host.env),
  };
}
