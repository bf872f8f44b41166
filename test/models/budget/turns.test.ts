import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import pMap from 'p-map';
import { describe, expect, it } from 'vitest';
import { BudgetError } from '../../../src/errors.ts';
import { Budget, type Spending } from '../../../src/models/budget/budget.ts';
import { budgetChat } from '../../../src/models/budget/budget-chat.ts';
import { takeTurns, Turns } from '../../../src/models/budget/turns.ts';
import type { ChatModel } from '../../../src/models/chat-model.ts';
import { chatFunction } from '../../../src/models/own-functions.ts';

const requests = (count: number): Spending => ({ requests: count, tokens: 0, usd: 0 });

/** Takes so many turns of the event loop for an answer, one number after the other. */
function slowModel(delays: readonly number[]): ChatModel {
  let call = 0;
  return chatFunction('test/slow-model', async () => {
    for (let left = delays[call++ % delays.length] ?? 0; left >= 0; left--) await turn();
    return 'yes';
  });
}

interface Given {
  limit: number;
  /** Requests that each passage takes. */
  takes: readonly number[];
  expected?: number;
  concurrency: number;
  delays: readonly number[];
}

/** Which passages were finished, in their order, and what was spent. */
async function work({ limit, takes, expected, concurrency, delays }: Given) {
  const budget = new Budget({ requests: limit });
  const turns = new Turns(budget);
  const model = takeTurns(budgetChat(slowModel(delays), { budget, price: null }), turns, null);
  const evaluate = async (count: number, passage: number) => {
    const scope = `p${passage}`;
    const end = turns.begin(scope, requests(expected ?? count));
    const ask = () => model.complete({ messages: [], purpose: 'test', scope });
    try {
      // Two requests at once, as passages have them.
      for (let left = count; left > 0; left -= 2) await Promise.all(left > 1 ? [ask(), ask()] : [ask()]);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(BudgetError);
      return false;
    } finally {
      end();
    }
  };
  const finished = await pMap(takes, evaluate, { concurrency });
  return { finished: finished.flatMap((done, index) => (done ? [index] : [])), spent: budget.spent.requests };
}

const first = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('takeTurns', () => {
  it('finishes as many passages as a budget can pay, where all at once would finish none', async () => {
    const takes = new Array<number>(60).fill(14);
    const given = { limit: 100, takes, concurrency: 16, delays: [1, 3, 2] };
    const { finished } = await work(given);
    expect(finished).toEqual(first(7));
    expect((await work({ ...given, expected: 0 })).finished).toEqual([]);
  });

  it('lets the last passages wait where all take more than was expected', async () => {
    const takes = new Array<number>(20).fill(12);
    const { finished, spent } = await work({ limit: 60, takes, expected: 9, concurrency: 6, delays: [1] });
    expect(finished.length).toBeGreaterThanOrEqual(4);
    expect(finished).toEqual(first(finished.length));
    expect(spent).toBeLessThanOrEqual(60);
  });

  it('finishes those that would be finished one after the other, whatever their timing', async () => {
    const given = fc.record({
      limit: fc.integer({ min: 0, max: 60 }),
      takes: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 12 }),
      concurrency: fc.integer({ min: 1, max: 12 }),
      delays: fc.array(fc.nat(4), { minLength: 1, maxLength: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const { finished, spent } = await work(one);
        const alone = await work({ ...one, concurrency: 1 });
        expect(finished).toEqual(alone.finished);
        expect(spent).toBeLessThanOrEqual(one.limit);
      }),
      { numRuns: 60 },
    );
  });

  it('holds nobody up where the budget is large, or a passage was not begun', async () => {
    const turns = new Turns(new Budget({ requests: 100 }));
    const ends = ['a', 'b', 'c'].map((scope) => turns.begin(scope, requests(30)));
    await Promise.all(['c', 'b', 'a', 'other'].map((scope) => turns.wait(scope)));
    for (const end of ends) end();
  });

  it('lets a passage that waits be aborted', async () => {
    const turns = new Turns(new Budget({ requests: 10 }));
    turns.begin('a', requests(9));
    turns.begin('b', requests(9));
    const controller = new AbortController();
    const waiting = turns.wait('b', controller.signal);
    controller.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
  });

  it('begins no passage once the budget has refused a request', async () => {
    const turns = new Turns(new Budget({ requests: 10 }));
    const end = turns.begin('a', requests(9));
    turns.begin('b', requests(9));
    const waiting = turns.wait('b');
    turns.refuse(new BudgetError('used up'));
    await expect(waiting).rejects.toThrow('used up');
    await expect(turns.wait('b')).rejects.toBeInstanceOf(BudgetError);
    end();
    expect(() => turns.begin('a', requests(1))()).not.toThrow();
  });
});
