import { expect, it } from 'vitest';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { scopeChat } from '../../src/models/scoped-chat.ts';
import { scriptedChat } from '../support/scripted-chat.ts';

const sampling: ChatRequest = {
  messages: [{ role: 'user', content: 'q' }],
  temperature: 1,
  purpose: 'sample',
};

it('numbers the draws of equal sampling requests on, and leaves repeatable requests as they are', async () => {
  const model = scriptedChat({ sample: 'a' });
  const scoped = scopeChat(model, 'p1');
  expect(scoped.id).toBe(model.id);
  await scoped.complete({ ...sampling, n: 4 });
  await scoped.complete({ ...sampling, n: 3, messages: [{ role: 'user', content: 'another' }] });
  await scoped.complete({ ...sampling, n: 2 });
  await scoped.complete(sampling);
  await scoped.complete({ ...sampling, temperature: 0 });
  await scoped.complete({ ...sampling, seed: 1 });
  await scoped.complete({ ...sampling, seed: 1 });
  expect(model.requests.map(({ scope, firstDraw }) => [scope, firstDraw])).toEqual([
    ['p1', 0],
    ['p1', 0],
    ['p1', 4],
    ['p1', 6],
    ['p1', undefined],
    ['p1', undefined],
    ['p1', undefined],
  ]);
});

it('begins anew for every evaluation', async () => {
  const model = scriptedChat({ sample: 'a' });
  await scopeChat(model, 'p1').complete({ ...sampling, n: 4 });
  await scopeChat(model, 'p1').complete({ ...sampling, n: 4 });
  expect(model.requests.map(({ firstDraw }) => firstDraw)).toEqual([0, 0]);
});
