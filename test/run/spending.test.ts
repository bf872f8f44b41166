import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Budget } from '../../src/models/budget/budget.ts';
import { keepSpending, SPENDING_FILE, spendingIn } from '../../src/run/spending.ts';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';

const cost = (requests: number, tokens: number, usd = 0) => ({ requests, tokens, usd });

it('counts requests on their way as expected, and answered ones as they were', async () => {
  const folder = await temporaryFolder();
  const budget = new Budget({ requests: 100 }, cost(5, 50));
  await keepSpending(folder, budget);
  const first = budget.reserve(cost(1, 300));
  budget.reserve(cost(2, 600, 0.5));
  first(cost(1, 20, 0.25));
  expect(await spendingIn(folder)).toEqual(cost(8, 670, 0.75));
});

it('tells where tokens are estimates, also of a resumed run', async () => {
  const folder = await temporaryFolder();
  const budget = new Budget({ requests: 100 });
  await keepSpending(folder, budget);
  budget.reserve(cost(1, 300))({ ...cost(1, 300), estimated: true });
  budget.reserve(cost(1, 300))(cost(1, 20));
  const spent = await spendingIn(folder);
  expect(spent).toEqual({ ...cost(2, 320), estimated: true });
  expect(new Budget({}, spent ?? undefined).committed.estimated).toBe(true);
});

it('passes over a line that was not written to its end', async () => {
  const folder = await temporaryFolder();
  const budget = new Budget({ requests: 100 });
  await keepSpending(folder, budget);
  budget.reserve(cost(1, 300));
  await appendFile(path.join(folder, SPENDING_FILE), '{"request":2,"expec');
  expect(await spendingIn(folder)).toEqual(cost(1, 300));
});

it('begins anew with what was spent before', async () => {
  const folder = await temporaryFolder();
  await keepSpending(folder, new Budget({ requests: 100 }));
  await keepSpending(folder, new Budget({ requests: 100 }, cost(7, 70)));
  expect(await textIn(folder, SPENDING_FILE)).toBe(
    '{"request":0,"cost":{"requests":7,"tokens":70,"usd":0}}\n',
  );
});

it('knows nothing of a run without a budget', async () => {
  expect(await spendingIn(await temporaryFolder())).toBeNull();
});
