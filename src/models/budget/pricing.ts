/** What tokens cost. */
import type { ChatModelConfig, Config } from '../../config/schema.ts';
import type { Environment } from '../../files/user-cache.ts';
import { ConfigError } from '../../errors.ts';
import type { Usage } from '../../passage.ts';

/** US dollars a million tokens. */
export type Price = Config['prices'][string];

/**
 * List prices of OpenAI's own service as published in 2025, without batch or cache discounts. They let an estimate
 * work without settings; `prices` in the configuration overrides them.
 */
export const LIST_PRICES: Readonly<Record<string, Price>> = {
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'gpt-5': { input: 1.25, output: 10 },
  'gpt-5-mini': { input: 0.25, output: 2 },
  'gpt-5-nano': { input: 0.05, output: 0.4 },
  'o4-mini': { input: 1.1, output: 4.4 },
  'gpt-4': { input: 30, output: 60 },
  'gpt-3.5-turbo': { input: 0.5, output: 1.5 },
};

const LISTED_HOSTS = /(^|\.)(api\.openai\.com|openai\.azure\.com)$/;

/**
 * The price of a model: the configured one; the list price on OpenAI's own service, of a dated name
 * (`gpt-4o-2024-08-06`) that of the model; else null, for unknown.
 */
export function priceOf(
  { model, baseUrl }: Pick<ChatModelConfig, 'model' | 'baseUrl'>,
  prices: Config['prices'],
  env: Environment,
): Price | null {
  const own = lookUp(prices, model);
  if (own !== null) return own;
  const url = baseUrl ?? env.OPENAI_BASE_URL?.trim();
  const isListed = !url || (URL.canParse(url) && LISTED_HOSTS.test(new URL(url).hostname));
  return isListed ? lookUp(LIST_PRICES, model) : null;
}

function lookUp(prices: Readonly<Record<string, Price>>, model: string): Price | null {
  const name = [model, model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')].find((key) => Object.hasOwn(prices, key));
  return name === undefined ? null : (prices[name] as Price);
}

export function costOf(price: Price, { inputTokens, outputTokens }: Omit<Usage, 'requests'>): number {
  return (inputTokens * price.input + outputTokens * price.output) / 1e6;
}

/**
 * @param setting that needs the price
 * @param name the key of the model in `prices`; default: its id without the provider
 */
export const unknownPrice = (
  setting: string,
  { id }: { id: string },
  name = id.replace(/^[^/]*\//, ''),
): ConfigError =>
  new ConfigError(
    `${setting}: the price of ${id} is not known; set prices."${name}" to {input: ..., output: ...} in dollars a million tokens`,
  );
