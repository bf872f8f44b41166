/** The budgets of runs in Redis. */
import type { Redis } from 'ioredis';
import { NOTHING, type Spending, inUnits, sum, UNITS } from '../models/budget/budget.ts';
import type { Committed, SharedSpending } from './run-store.ts';

/** Keys of a run: committed spending, reservations by id, their expiry. Releases reservations whose lease expired. */
const BUDGET = `
local units = {'${UNITS.join("', '")}'}
local committed, reserved, ends = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function add(sign, amounts)
  local place = 0
  for amount in string.gmatch(amounts, '%S+') do
    place = place + 1
    redis.call('HINCRBYFLOAT', committed, units[place], sign .. amount)
  end
end
local function release(id)
  local amounts = redis.call('HGET', reserved, id)
  if amounts then add('-', amounts) end
  redis.call('HDEL', reserved, id)
  redis.call('ZREM', ends, id)
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now)) do release(id) end
`;

const RESERVE = `${BUDGET}
local id, milliseconds, amounts = ARGV[1], ARGV[2], ARGV[3]
local place = 0
for amount in string.gmatch(amounts, '%S+') do
  place = place + 1
  local after = tonumber(redis.call('HGET', committed, units[place]) or 0) + tonumber(amount)
  local limit = ARGV[3 + place]
  if limit ~= '' and after > tonumber(limit) then return 0 end
end
add('', amounts)
redis.call('HSET', reserved, id, amounts)
redis.call('ZADD', ends, now + milliseconds, id)
return 1`;

const SETTLE = `${BUDGET}
release(ARGV[1])
add('', ARGV[2])
if ARGV[3] ~= '' then redis.call('HSET', committed, 'estimated', 1) end`;

const KEEP = `${BUDGET}
for i = 2, #ARGV do redis.call('ZADD', ends, 'XX', now + ARGV[1], ARGV[i]) end`;

/** @param keysOf of a run: of what is committed, reserved by id, and until when */
export function redisBudget(redis: Redis, keysOf: (run: string) => string[]): SharedSpending {
  async function committedOf(run: string): Promise<Committed> {
    const [committed = '', reserved = ''] = keysOf(run);
    const amounts = await redis.hgetall(committed);
    const parts = (await redis.hvals(reserved)).map(read);
    return {
      committed: inUnits((unit) => Number(amounts[unit] ?? 0), Boolean(amounts.estimated)),
      reserved: parts.reduce((all, one) => sum(all, one), NOTHING),
    };
  }

  return {
    async reserve(run, id, { expected, limits = {}, milliseconds }) {
      const asked = [id, milliseconds, written(expected), ...UNITS.map((unit) => limits[unit] ?? '')];
      const fits = (await redis.eval(RESERVE, 3, ...keysOf(run), ...asked)) === 1;
      return { fits, ...(await committedOf(run)) };
    },
    async renew(run, ids, milliseconds) {
      await redis.eval(KEEP, 3, ...keysOf(run), milliseconds, ...ids);
    },
    async settle(run, id, cost) {
      await redis.eval(SETTLE, 3, ...keysOf(run), id, written(cost), cost.estimated ? '1' : '');
    },
    async committed(run) {
      await redis.eval(BUDGET, 3, ...keysOf(run));
      return committedOf(run);
    },
  };
}

const written = (amounts: Spending): string => UNITS.map((unit) => amounts[unit]).join(' ');

function read(text: string): Spending {
  const amounts = text.split(' ');
  return inUnits((unit) => Number(amounts[UNITS.indexOf(unit)] ?? 0));
}
