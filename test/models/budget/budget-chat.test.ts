import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatModelConfig } from '../../../src/config/schema.ts';
import { BackendError, BudgetError, ConfigError, ModelCallError } from '../../../src/errors.ts';
import { Budget } from '../../../src/models/budget/budget.ts';
import { budgetChat } from '../../../src/models/budget/budget-chat.ts';
import type { ChatModel, ChatRequest } from '../../../src/models/chat-model.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { chatSettings } from '../../support/settings.ts';
import { type Answer, failure } from '../../support/openai-server.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

/** Answers of `outputTokens` each, to prompts of 20 tokens; `requests` of one call. */
function fixedModel({ outputTokens = 300, requests = 1 } = {}): ChatModel & { sent: number } {
  return {
    id: 'test/fixed-model',
    sent: 0,
    async complete({ n = 1 }) {
      this.sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const usage = { requests, inputTokens: 20, outputTokens: outputTokens * n };
      return { choices: new Array(n).fill({ text: 'yes', finishReason: 'stop' }), usage };
    },
  };
}

/** 13 tokens of text, and 7 around it. */
const request: ChatRequest = {
  messages: [{ role: 'user', content: 'x'.repeat(52) }],
  purpose: 'test',
};
const free = { price: null };

describe('a budget of requests', () => {
  it('is never exceeded, also by calls that are made at once', async () => {
    const model = fixedModel();
    const limited = budgetChat(model, { budget: new Budget({ requests: 3 }), ...free });
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => limited.complete(request)));
    expect(ends.map(({ status }) => status)).toEqual([
      ...new Array(3).fill('fulfilled'),
      ...new Array(5).fill('rejected'),
    ]);
    expect(model.sent).toBe(3);
    const refusal = ends[3] as PromiseRejectedResult;
    expect(refusal.reason).toBeInstanceOf(BudgetError);
    expect(refusal.reason).toMatchObject({ code: 'budget', exitCode: 1 });
    expect(refusal.reason.message).toContain('budget.requests');
  });

  it('counts all requests of a call, and expects as many of the next one', async () => {
    const budget = new Budget({ requests: 9 });
    const limited = budgetChat(fixedModel({ requests: 5 }), { budget, ...free });
    await limited.complete({ ...request, n: 5 });
    expect(budget.spent.requests).toBe(5);
    await expect(limited.complete({ ...request, n: 5 })).rejects.toBeInstanceOf(BudgetError);
  });

  it('is used up by calls that fail', async () => {
    const failing: ChatModel = { id: 'test/failing', complete: () => Promise.reject(new Error('no')) };
    const budget = new Budget({ requests: 1 });
    const limited = budgetChat(failing, { budget, ...free });
    await expect(limited.complete(request)).rejects.toThrow('no');
    expect(budget.spent).toMatchObject({ requests: 1, tokens: 320 });
    await expect(limited.complete(request)).rejects.toBeInstanceOf(BudgetError);
  });

  it('is not touched by what goes wrong before anything is sent', async () => {
    const failing: ChatModel = {
      id: 'test/failing',
      complete: () => Promise.reject(new BackendError('not installed')),
    };
    const budget = new Budget({ requests: 1 });
    await expect(budgetChat(failing, { budget, ...free }).complete(request)).rejects.toThrow('not installed');
    expect(budget.spent).toEqual({ requests: 0, tokens: 0, usd: 0 });
  });

  it('is shared by models, and goes on where a run ended', async () => {
    const budget = new Budget({ requests: 5 }, { requests: 3, tokens: 0, usd: 0 });
    const [one, other] = [fixedModel(), fixedModel()].map((model) => budgetChat(model, { budget, ...free }));
    await one?.complete(request);
    await other?.complete(request);
    await expect(one?.complete(request)).rejects.toBeInstanceOf(BudgetError);
  });
});

describe('failed requests to a service', () => {
  const TOO_SHORT = { timeoutSeconds: 0.2, maxAnswerBytes: 1000 };

  async function spentAfter(
    answer: Answer,
    { limit = 10, ...changes }: Partial<ChatModelConfig> & { limit?: number } = {},
  ) {
    const server = await serveOpenAi({ handler: () => answer });
    const budget = new Budget({ requests: limit });
    const settings = chatSettings({ baseUrl: server.url, maxRetries: 0, ...TOO_SHORT, ...changes });
    const model = createOpenAiChat(settings, { env: {}, budgeted: { budget, ...free } });
    const error = await model.complete(request).catch((reason: unknown) => reason);
    return { error, spent: budget.spent, sent: server.requests.length };
  }

  it.each<[string, Answer]>([
    ['that is not answered in time', { delay: 2000 }],
    ['whose answer is too long', { rawBody: '{"choices": [', endless: true }],
    ['whose connection is lost before the answer', { drop: 'before' }],
    ['whose connection is lost amid the answer', { drop: 'within', rawBody: '{"choices": [1, 2, 3, 4]}' }],
    ['whose answer cannot be read', { rawBody: '<html>' }],
    ['whose gateway fails', failure(502)],
  ])('cost what was expected of one %s', async (_name, answer) => {
    const { error, spent, sent } = await spentAfter(answer);
    expect(error).toBeInstanceOf(ModelCallError);
    expect(sent).toBe(1);
    // 20 tokens of prompt and 300 of an answer.
    expect(spent).toEqual({ requests: 1, tokens: 320, usd: 0, estimated: true });
  });

  it.each([400, 401, 429, 500, 503])(
    'cost one request and no tokens where status %s refuses it',
    async (status) => {
      const { spent, sent } = await spentAfter(failure(status));
      expect(sent).toBe(1);
      expect(spent).toEqual({ requests: 1, tokens: 0, usd: 0 });
    },
  );

  it('cost a request and no tokens where nobody listens', async () => {
    const { spent } = await spentAfter({}, { baseUrl: 'http://127.0.0.1:9/v1' });
    expect(spent).toEqual({ requests: 1, tokens: 0, usd: 0 });
  });

  it('are sent in another form only within the budget', async () => {
    const server = await serveOpenAi({ reject: ['temperature', 'seed'] });
    const complete = async (requests: number) => {
      const budget = new Budget({ requests });
      const settings = chatSettings({ baseUrl: server.url, maxRetries: 0 });
      const model = createOpenAiChat(settings, { env: {}, budgeted: { budget, ...free } });
      const ended = await model.complete({ ...request, temperature: 1, seed: 1 }).catch((error) => error);
      return { ended, spent: budget.spent };
    };
    expect(await complete(2)).toMatchObject({ ended: { code: 'budget' }, spent: { requests: 2, tokens: 0 } });
    expect(server.requests).toHaveLength(2);
    expect(await complete(3)).toMatchObject({ ended: { choices: [{}] }, spent: { requests: 3 } });
  });
});

describe('a budget of tokens', () => {
  it('sets prompt and the longest answer aside before a request is sent', async () => {
    // 320 tokens a call: 3 fit into 1000, a fourth would make 1280
    const model = fixedModel();
    const limited = budgetChat(model, { budget: new Budget({ tokens: 1000 }), ...free });
    for (let call = 0; call < 3; call++) await limited.complete(request);
    await expect(limited.complete(request)).rejects.toThrow(/1,?280|1,?000 tokens/);
    expect(model.sent).toBe(3);
  });

  it('expects of a purpose the longest answer it had', async () => {
    const budget = new Budget({ tokens: 1000 });
    const limited = budgetChat(fixedModel({ outputTokens: 400 }), { budget, ...free });
    await limited.complete(request);
    // 420 spent; 420 more fit, and then not once more, as 320 would
    await limited.complete(request);
    await expect(limited.complete(request)).rejects.toBeInstanceOf(BudgetError);
    expect(budget.spent.tokens).toBe(840);
  });

  it('expects no first answer that is longer than the settings allow', async () => {
    // 120 tokens a call: 2 fit into 240, which a first answer of 300 would not
    const model = fixedModel({ outputTokens: 100 });
    const budget = new Budget({ tokens: 240 });
    const limited = budgetChat(model, { budget, ...free, maxOutputTokens: 100 });
    for (let call = 0; call < 2; call++) await limited.complete(request);
    await expect(limited.complete(request)).rejects.toBeInstanceOf(BudgetError);
    expect(budget.spent.tokens).toBe(240);
  });

  it('is used up by "about" so many where some were estimated', async () => {
    const model = fixedModel();
    const estimating: ChatModel = {
      ...model,
      async complete(asked) {
        const answer = await model.complete(asked);
        return { ...answer, usage: { ...answer.usage, estimated: true } };
      },
    };
    const budget = new Budget({ tokens: 400 });
    const limited = budgetChat(estimating, { budget, ...free });
    await limited.complete(request);
    expect(budget.spent).toEqual({ requests: 1, tokens: 320, usd: 0, estimated: true });
    await expect(limited.complete(request)).rejects.toThrow('about 320 tokens spent');
  });

  it('uses the counter it is given', async () => {
    const limited = budgetChat(fixedModel(), {
      budget: new Budget({ tokens: 1000 }),
      ...free,
      countTokens: () => 1000,
    });
    await expect(limited.complete(request)).rejects.toBeInstanceOf(BudgetError);
  });
});

describe('a budget in dollars', () => {
  it('needs a price, and names the setting', () => {
    const make = () => budgetChat(fixedModel(), { budget: new Budget({ usd: 1 }), price: null });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(/prices\."fixed-model"/);
  });

  it('counts input and output at their prices', async () => {
    const budget = new Budget({ usd: 0.0015 });
    const limited = budgetChat(fixedModel(), { budget, price: { input: 1, output: 2 } });
    // 20 · $1 + 300 · $2 a million: $0.00062 a call
    for (let call = 0; call < 2; call++) await limited.complete(request);
    expect(budget.spent.usd).toBeCloseTo(0.00124, 12);
    await expect(limited.complete(request)).rejects.toThrow('$0.0015');
  });
});

describe('reservations', () => {
  it('and spending together never exceed the budget where nothing costs more than was expected', () => {
    const costs = fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 50 });
    fc.assert(
      fc.property(costs, (requests) => {
        const budget = new Budget({ tokens: 100 });
        const open: (() => void)[] = [];
        for (const [tokens, endsOne] of requests) {
          try {
            const settle = budget.reserve({ requests: 1, tokens, usd: 0 });
            open.push(() => settle({ requests: 1, tokens, usd: 0 }));
          } catch (error) {
            expect(error).toBeInstanceOf(BudgetError);
          }
          if (endsOne) open.shift()?.();
        }
        for (const end of open) end();
        expect(budget.spent.tokens).toBeLessThanOrEqual(100);
      }),
    );
  });
});
