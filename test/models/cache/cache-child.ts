/**
 * A process that asks a service for answers through a cache, for tests that kill it: one question after another,
 * from a given one on. A line on standard output tells that it begins, then of every answer once it is kept.
 *
 * Arguments: base URL, cache folder, first question, questions in all, how many to ask, lease in milliseconds.
 */
import { modelIdentity } from '../../../src/models/cache/cache-key.ts';
import { cacheChat } from '../../../src/models/cache/cached-chat.ts';
import { openResponseCache } from '../../../src/models/cache/response-cache.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { chatSettings } from '../../support/settings.ts';

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const [url = '', folder = '', ...numbers] = process.argv.slice(2);
const [first = 0, total = 1, count = 1, leaseMilliseconds = 1000] = numbers.map(Number);
const config = chatSettings({ baseUrl: url, maxRetries: 0 });
const cache = await openResponseCache({
  folder,
  leaseMilliseconds,
  onProblem: (problem) => {
    throw new Error(problem);
  },
});
const model = cacheChat(createOpenAiChat(config, { env: {} }), {
  identity: modelIdentity(config, url),
  cache,
});

say({ ready: true });
for (let asked = 0; asked < count; asked++) {
  const question = (first + asked) % total;
  const { choices } = await model.complete({
    messages: [{ role: 'user', content: `Question ${question}` }],
    temperature: 1,
    seed: question,
    n: 3,
    purpose: 'test',
  });
  say({ question, texts: choices.map(({ text }) => text) });
}
cache.close();
