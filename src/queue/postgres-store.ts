/**
 * A store of runs in PostgreSQL, in a schema of its own. Queries that fail because the server restarts, or because of other
 * transactions, are repeated.
 */
import pRetry from 'p-retry';
import type { Pool, QueryResultRow } from 'pg';
import { inUnits, UNITS } from '../models/budget/budget.ts';
import { postgresBudget, type Rows } from './postgres-budget.ts';
import type { Answers, Records, Runs, RunStore, StoredRun, Workers } from './run-store.ts';
import { isPassing } from './store-failure.ts';

const SCHEMA = 'hallugraph';
export const JOBS_SCHEMA = 'hallugraph_jobs';
/** Key of the advisory lock held while tables are created. */
const LOCK = 7_348_201;

/** Alters no table that is as wanted: the lock for it would wait for workers, and deadlock with them. */
const TABLES = `
CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
CREATE TABLE IF NOT EXISTS ${SCHEMA}.run (
  name text PRIMARY KEY, manifest text NOT NULL, state text NOT NULL DEFAULT 'open', passages bigint,
  requests double precision NOT NULL DEFAULT 0, tokens double precision NOT NULL DEFAULT 0,
  usd double precision NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS ${SCHEMA}.record (
  run text NOT NULL REFERENCES ${SCHEMA}.run ON DELETE CASCADE, index bigint NOT NULL, body bytea NOT NULL,
  requests double precision NOT NULL, tokens double precision NOT NULL, usd double precision NOT NULL,
  defect boolean NOT NULL, PRIMARY KEY (run, index));
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM information_schema.columns
      WHERE table_schema = '${SCHEMA}' AND table_name = 'record' AND column_name = 'estimated') THEN
    ALTER TABLE ${SCHEMA}.run ADD COLUMN estimated boolean NOT NULL DEFAULT false;
    ALTER TABLE ${SCHEMA}.record ADD COLUMN estimated boolean NOT NULL DEFAULT false;
  END IF;
END $$;
CREATE TABLE IF NOT EXISTS ${SCHEMA}.reservation (
  run text NOT NULL REFERENCES ${SCHEMA}.run ON DELETE CASCADE, id text NOT NULL, requests double precision NOT NULL,
  tokens double precision NOT NULL, usd double precision NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (run, id));
CREATE TABLE IF NOT EXISTS ${SCHEMA}.worker (name text PRIMARY KEY, note text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS ${SCHEMA}.turn (key text PRIMARY KEY, ends timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS ${SCHEMA}.answer (
  key text NOT NULL, draw bigint NOT NULL, text text NOT NULL, until timestamptz, PRIMARY KEY (key, draw));
CREATE TABLE IF NOT EXISTS ${SCHEMA}.claim (key text PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL);
`;

/** Of a run, that change. */
const COLUMNS: readonly string[] = ['manifest', 'state', 'passages'] satisfies (keyof StoredRun)[];
/** @param pool is closed with the store */
export async function postgresStore(pool: Pool): Promise<RunStore> {
  await pool.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK}); ${TABLES} COMMIT`);

  const rows: Rows = <R extends QueryResultRow>(sql: string, values: readonly unknown[] = []) => {
    const asked = async () => (await pool.query<R>(sql.replaceAll('@', `${SCHEMA}.`), [...values])).rows;
    const shouldRetry = ({ error }: { error: Error }) => isPassing(error);
    return pRetry(asked, { retries: 30, minTimeout: 100, maxTimeout: 2000, shouldRetry });
  };
  return {
    ...{ ...runsIn(rows), ...recordsIn(rows), ...workersIn(rows), ...answersIn(rows) },
    ...postgresBudget(rows),
    async clock() {
      const [read] = await rows<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS now',
      );
      return read?.now ?? Number.NaN;
    },
    async takeTurn(key, milliseconds) {
      const [turn] = await rows<{ wait: number }>(
        `INSERT INTO @turn VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
         ON CONFLICT (key) DO UPDATE
           SET ends = greatest(turn.ends, clock_timestamp()) + $2 * interval '1 millisecond'
         RETURNING extract(epoch FROM ends - clock_timestamp())::double precision * 1000 - $2 AS wait`,
        [key, milliseconds],
      );
      return Math.max(0, turn?.wait ?? 0);
    },
    close: () => pool.end(),
  };
}

function runsIn(rows: Rows): Runs {
  const findRun = async (name: string): Promise<StoredRun | null> => {
    type Row = Omit<StoredRun, 'passages'> & { passages: string | null };
    const [found] = await rows<Row>('SELECT manifest, state, passages FROM @run WHERE name = $1', [name]);
    return found ? { ...found, passages: found.passages === null ? null : Number(found.passages) } : null;
  };
  return {
    findRun,
    async addRun(name, manifest) {
      const values = [name, manifest];
      await rows('INSERT INTO @run (name, manifest) VALUES ($1, $2) ON CONFLICT DO NOTHING', values);
      return (await findRun(name)) as StoredRun;
    },
    runNames: async () =>
      (await rows<{ name: string }>('SELECT name FROM @run ORDER BY name')).map(({ name }) => name),
    async setRun(name, changes) {
      for (const [field, value] of Object.entries(changes)) {
        if (!COLUMNS.includes(field)) throw new Error(`no column ${field}`);
        await rows(`UPDATE @run SET ${field} = $2 WHERE name = $1`, [name, value]);
      }
    },
    async removeRun(name) {
      await rows('DELETE FROM @run WHERE name = $1', [name]);
    },
  };
}

const recordsIn = (rows: Rows): Records => ({
  async addRecord(run, index, { body, requests, tokens, usd, defect, estimated = false }) {
    const kept = await rows(
      `INSERT INTO @record (run, index, body, requests, tokens, usd, defect, estimated)
         SELECT $1::text, $2::bigint, $3::bytea, $4::float8, $5::float8, $6::float8, $7::boolean, $8::boolean
           WHERE EXISTS (SELECT 1 FROM @run WHERE name = $1)
       ON CONFLICT DO NOTHING RETURNING index`,
      [run, index, body, requests, tokens, usd, defect, estimated],
    );
    return kept.length > 0;
  },
  async recorded(run, indexes) {
    const found = await rows<{ index: string }>(
      'SELECT index FROM @record WHERE run = $1 AND index = ANY($2::bigint[])',
      [run, indexes],
    );
    return new Set(found.map(({ index }) => Number(index)));
  },
  async records(run, first, count) {
    const found = await rows<{ index: string; body: Buffer }>(
      'SELECT index, body FROM @record WHERE run = $1 AND index >= $2 AND index < $3',
      [run, first, first + count],
    );
    return new Map(found.map(({ index, body }) => [Number(index), body]));
  },
  async totals(run) {
    const [sums] = await rows<Record<string, string | number>>(
      `SELECT count(*) AS recorded, count(*) FILTER (WHERE defect) AS defects,
         count(*) FILTER (WHERE estimated) AS estimated, ${UNITS.map((unit) => `coalesce(sum(${unit}), 0) AS ${unit}`).join(', ')}
       FROM @record WHERE run = $1`,
      [run],
    );
    const of = (name: string): number => Number(sums?.[name] ?? 0);
    return { recorded: of('recorded'), defects: of('defects'), ...inUnits(of, of('estimated') > 0) };
  },
});

const workersIn = (rows: Rows): Workers => ({
  async beat(worker, note, seconds) {
    await rows(
      `INSERT INTO @worker VALUES ($1, $2, now() + $3 * interval '1 second')
       ON CONFLICT (name) DO UPDATE SET note = excluded.note, until = excluded.until`,
      [worker, note, seconds],
    );
    await rows('DELETE FROM @worker WHERE until < now()');
  },
  workers: () =>
    rows<{ note: string; expiresIn: number }>(
      `SELECT note, extract(epoch FROM until - now())::double precision AS "expiresIn"
         FROM @worker WHERE until >= now() ORDER BY name`,
    ),
});

const answersIn = (rows: Rows): Answers => ({
  async findAnswers(key, { first, n }) {
    const found = await rows<{ draw: string; text: string }>(
      `SELECT draw, text FROM @answer WHERE key = $1 AND draw >= $2 AND draw < $3
         AND (until IS NULL OR until > now())`,
      [key, first, first + n],
    );
    return new Map(found.map(({ draw, text }) => [Number(draw), text]));
  },
  async keepAnswers(key, texts, seconds) {
    // All draws of a request or none: the missing ones would be drawn under other conditions.
    await rows(
      `INSERT INTO @answer
         SELECT $1, draw, text, now() + $4::double precision * interval '1 second'
           FROM unnest($2::bigint[], $3::text[]) AS kept (draw, text) ORDER BY draw
       ON CONFLICT (key, draw) DO UPDATE SET text = excluded.text, until = excluded.until
         WHERE answer.until < now()`,
      [key, [...texts.keys()], [...texts.values()], seconds ?? null],
    );
  },
  async claim(key, owner, milliseconds) {
    const claimed = await rows(
      `INSERT INTO @claim VALUES ($1, $2, now() + $3 * interval '1 millisecond')
       ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
         WHERE claim.until < now() OR claim.owner = excluded.owner RETURNING key`,
      [key, owner, milliseconds],
    );
    return claimed.length > 0;
  },
  async release(key, owner) {
    await rows('DELETE FROM @claim WHERE key = $1 AND owner = $2', [key, owner]);
  },
});
