/** Budgets of runs in PostgreSQL: committed spending in the row of the run, each reservation in a row of its own. */
import { inUnits, UNITS } from '../models/budget/budget.ts';
import type { QueryResultRow } from 'pg';
import type { Committed, SharedSpending } from './run-store.ts';

/** Runs a query; `@` stands for the schema. */
export type Rows = <R extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<R[]>;

/**
 * Updates the row of the run first, which serialises concurrent reservations. Idempotent, so that it can be repeated after
 * a lost connection.
 */
const RESERVE = `
WITH fits AS (
  UPDATE @run SET requests = requests + $3, tokens = tokens + $4, usd = usd + $5 WHERE name = $1
    AND NOT EXISTS (SELECT 1 FROM @reservation WHERE run = $1 AND id = $2)
    AND ($6::double precision IS NULL OR requests + $3 <= $6)
    AND ($7::double precision IS NULL OR tokens + $4 <= $7)
    AND ($8::double precision IS NULL OR usd + $5 <= $8) RETURNING name)
INSERT INTO @reservation SELECT name, $2, $3, $4, $5, clock_timestamp() + $9 * interval '1 millisecond' FROM fits`;

const COMMITTED = `
SELECT requests, tokens, usd, estimated,
  ${UNITS.map((unit) => `coalesce((SELECT sum(${unit}) FROM @reservation WHERE run = $1), 0) AS reserved_${unit}`).join(', ')},
  EXISTS (SELECT 1 FROM @reservation WHERE run = $1 AND id = $2) AS fits
FROM @run WHERE name = $1`;

/** Charges each reservation once, since it is deleted in the same statement. */
const RELEASE_EXPIRED = `
WITH late AS (SELECT id FROM @reservation WHERE run = $1 AND until < clock_timestamp() FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM @reservation WHERE run = $1 AND id IN (SELECT id FROM late) RETURNING requests, tokens, usd)
UPDATE @run SET ${UNITS.map((unit) => `${unit} = ${unit} - (SELECT sum(${unit}) FROM gone)`).join(', ')}
WHERE name = $1 AND EXISTS (SELECT 1 FROM gone) RETURNING name`;

const SETTLE = `
WITH own AS (DELETE FROM @reservation WHERE run = $1 AND id = $2 RETURNING requests, tokens, usd)
UPDATE @run SET ${UNITS.map((unit, place) => `${unit} = ${unit} + $${place + 3} - coalesce((SELECT ${unit} FROM own), 0)`).join(', ')},
  estimated = estimated OR $${UNITS.length + 3}
WHERE name = $1`;

export function postgresBudget(rows: Rows): SharedSpending {
  async function committedOf(run: string, id = ''): Promise<Committed & { fits: boolean }> {
    const [found = {}] = await rows<Record<string, unknown>>(COMMITTED, [run, id]);
    const of = (prefix: string, estimated = false) =>
      inUnits((unit) => Number(found[`${prefix}${unit}`] ?? 0), estimated);
    const committed = of('', found.estimated === true);
    return { committed, reserved: of('reserved_'), fits: found.fits === true };
  }

  const release = async (run: string): Promise<boolean> => (await rows(RELEASE_EXPIRED, [run])).length > 0;

  return {
    async reserve(run, id, { expected, limits = {}, milliseconds }) {
      const amounts = UNITS.map((unit) => expected[unit]);
      const most = UNITS.map((unit) => limits[unit] ?? null);
      const ask = async () => {
        await rows(RESERVE, [run, id, ...amounts, ...most, milliseconds]);
        return committedOf(run, id);
      };
      const asked = await ask();
      return asked.fits || !(await release(run)) ? asked : ask();
    },
    async renew(run, ids, milliseconds) {
      const until = `clock_timestamp() + $3 * interval '1 millisecond'`;
      await rows(`UPDATE @reservation SET until = ${until} WHERE run = $1 AND id = ANY($2)`, [
        run,
        ids,
        milliseconds,
      ]);
    },
    async settle(run, id, cost) {
      await rows(SETTLE, [run, id, ...UNITS.map((unit) => cost[unit]), cost.estimated ?? false]);
    },
    async committed(run) {
      await release(run);
      const { fits: _, ...committed } = await committedOf(run);
      return committed;
    },
  };
}
