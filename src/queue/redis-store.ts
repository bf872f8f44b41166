/** A store of runs in Redis. Atomic operations are Lua scripts. */
import type { Redis } from 'ioredis';
import { inUnits } from '../models/budget/budget.ts';
import { redisBudget } from './redis-budget.ts';
import type { Answers, Records, Runs, RunStore, StoredRun, Workers } from './run-store.ts';

/** What all keys begin with; also those of the jobs. */
export const REDIS_PREFIX = 'hallugraph';

const RECORD = `
if redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
for i = 3, #ARGV, 2 do redis.call('HINCRBYFLOAT', KEYS[2], ARGV[i], ARGV[i + 1]) end
return 1`;

const TURN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local begins = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local ends = begins + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.3f', ends), 'PX', math.max(1, math.ceil(ends - now)))
return tostring(begins - now)`;

const CLAIM = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

const key = (...parts: string[]): string => [REDIS_PREFIX, ...parts].join(':');
const runKey = (name: string): string => key('run', name);
const recordsKey = (name: string): string => key('records', name);
const totalsKey = (name: string): string => key('totals', name);
/** Of what is committed, what is reserved by id, and until when. */
const budgetKeys = (name: string): string[] => ['spent', 'reserved', 'ends'].map((kind) => key(kind, name));

/** @param redis is closed with the store */
export const redisStore = (redis: Redis): RunStore => ({
  ...{ ...runsIn(redis), ...recordsIn(redis), ...workersIn(redis), ...answersIn(redis) },
  ...redisBudget(redis, budgetKeys),
  async clock() {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  },
  takeTurn: async (name, milliseconds) => Number(await redis.eval(TURN, 1, key('turn', name), milliseconds)),
  async close() {
    redis.disconnect();
  },
});

function runsIn(redis: Redis): Runs {
  async function findRun(name: string): Promise<StoredRun | null> {
    const { manifest, state = 'open', passages } = await redis.hgetall(runKey(name));
    if (manifest === undefined) return null;
    return { manifest, state: state as StoredRun['state'], passages: passages ? Number(passages) : null };
  }
  return {
    findRun,
    async addRun(name, manifest) {
      await redis.hsetnx(runKey(name), 'manifest', manifest);
      await redis.sadd(key('runs'), name);
      return (await findRun(name)) as StoredRun;
    },
    runNames: async () => (await redis.smembers(key('runs'))).sort(),
    async setRun(name, changes) {
      const fields = Object.entries(changes).map(([field, value]) => [field, String(value ?? '')]);
      await redis.hset(runKey(name), Object.fromEntries(fields));
    },
    async removeRun(name) {
      await redis.unlink(runKey(name), recordsKey(name), totalsKey(name), ...budgetKeys(name));
      await redis.srem(key('runs'), name);
    },
  };
}

const recordsIn = (redis: Redis): Records => ({
  async addRecord(run, index, { body, defect, estimated = false, ...costs }) {
    const counts = { ...costs, estimated: Number(estimated), defects: Number(defect) };
    const counted = Object.entries(counts).flat();
    const keys = [recordsKey(run), totalsKey(run), runKey(run)];
    return (await redis.eval(RECORD, 3, ...keys, index, body, ...counted)) === 1;
  },
  async recorded(run, indexes) {
    const found = redis.pipeline();
    for (const index of indexes) found.hexists(recordsKey(run), String(index));
    const answers = await answersOf(found);
    return new Set(indexes.filter((_, place) => answers[place] === 1));
  },
  async records(run, first, count) {
    const indexes = Array.from({ length: count }, (_, place) => first + place);
    const bodies = await redis.hmgetBuffer(recordsKey(run), ...indexes.map(String));
    return new Map(indexes.flatMap((index, place) => (bodies[place] ? [[index, bodies[place]]] : [])));
  },
  async totals(run) {
    const recorded = await redis.hlen(recordsKey(run));
    const sums = await redis.hgetall(totalsKey(run));
    const of = (name: string): number => Number(sums[name] ?? 0);
    return { recorded, defects: of('defects'), ...inUnits(of, of('estimated') > 0) };
  },
});

const workersIn = (redis: Redis): Workers => ({
  async beat(worker, note, seconds) {
    await redis.set(key('worker', worker), note, 'EX', seconds);
    await redis.sadd(key('workers'), worker);
  },
  async workers() {
    const names = (await redis.smembers(key('workers'))).sort();
    const asked = redis.pipeline();
    for (const name of names) asked.get(key('worker', name)).pttl(key('worker', name));
    const answers = await answersOf(asked);
    const expired = names.filter((_, place) => answers[2 * place] === null);
    if (expired.length > 0) await redis.srem(key('workers'), ...expired);
    return names.flatMap((_, place) => {
      const [note, left] = answers.slice(2 * place);
      return note === null ? [] : [{ note: String(note), expiresIn: Number(left) / 1000 }];
    });
  },
});

const answersIn = (redis: Redis): Answers => ({
  async findAnswers(name, { first, n }) {
    const numbers = Array.from({ length: n }, (_, place) => first + place);
    const texts = await redis.hmget(key('answers', name), ...numbers.map(String));
    return new Map(
      numbers.flatMap((number, place) => (texts[place] == null ? [] : [[number, texts[place]]])),
    );
  },
  async keepAnswers(name, texts, seconds) {
    const kept = redis.multi();
    for (const [number, text] of texts) kept.hsetnx(key('answers', name), String(number), text);
    if (seconds !== undefined) kept.expire(key('answers', name), seconds);
    if (texts.size > 0) await answersOf(kept);
  },
  claim: async (name, owner, milliseconds) =>
    (await redis.eval(CLAIM, 1, key('claim', name), owner, milliseconds)) === 1,
  async release(name, owner) {
    await redis.eval(RELEASE, 1, key('claim', name), owner);
  },
});

/** The results of a pipeline. @throws the first error among them */
async function answersOf(pipeline: {
  exec(): Promise<[Error | null, unknown][] | null>;
}): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, answer]) => {
    if (error) throw error;
    return answer;
  });
}
