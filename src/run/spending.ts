/**
 * `spending.jsonl` of a run with a budget: a line before each request with its expected cost, and one after it with the
 * actual cost. After a kill, requests in flight count as expected: the service may have answered them. Deleted at the end
 * of the run, when `run.json` has the total.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../common/json-line.ts';
import { RunError } from '../errors.ts';
import { systemReason } from '../files/system-reason.ts';
import { writeWhole } from '../files/write-whole.ts';
import { type Budget, NOTHING, type Spending, spendingSchema, sum } from '../models/budget/budget.ts';

export const SPENDING_FILE = 'spending.jsonl';

const lineSchema = z.object({
  /** Number of the request in its process; 0 for what was spent before. */
  request: z.int().min(0),
  expected: spendingSchema.optional(),
  cost: spendingSchema.optional(),
});

const lineOf = (line: z.infer<typeof lineSchema>): string => `${JSON.stringify(line)}\n`;

/** Creates the file with earlier spending, and records every request of the budget. @throws RunError */
export async function keepSpending(folder: string, budget: Budget): Promise<void> {
  const file = path.join(folder, SPENDING_FILE);
  await writeWhole(file, lineOf({ request: 0, cost: budget.spent }));
  let requests = 0;
  budget.onReserve((expected) => {
    requests += 1;
    const request = requests;
    try {
      // Synchronous, so that the line is written before the request is sent.
      appendFileSync(file, lineOf({ request, expected }));
    } catch (error) {
      throw new RunError(`cannot write ${file} (${systemReason(error)})`, { cause: error });
    }
    return (cost) => {
      try {
        appendFileSync(file, lineOf({ request, cost }));
      } catch {
        // The request counts as expected.
      }
    };
  });
}

/** What a killed run has spent, requests in flight included; null where that is unknown. */
export async function spendingIn(folder: string): Promise<Spending | null> {
  const file = path.join(folder, SPENDING_FILE);
  if (!existsSync(file)) return null;
  const byRequest = new Map<number, Spending>();
  for (const text of (await readFile(file, 'utf8')).split('\n')) {
    // A line may be incomplete.
    const line = lineSchema.safeParse(jsonIn(text)).data;
    const amounts = line?.cost ?? line?.expected;
    if (line && amounts) byRequest.set(line.request, amounts);
  }
  return [...byRequest.values()].reduce<Spending>((total, one) => sum(total, one), NOTHING);
}
