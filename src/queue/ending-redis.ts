/** A connection to Redis that can be closed while it waits to connect again. */
import type { Redis, RedisOptions } from 'ioredis';

/**
 * ioredis 6 emits no 'end' when it is closed in that state, and BullMQ 6.7, which waits for it, would never close a worker
 * (taskforcesh/bullmq#4656).
 *
 * @param Base the class of ioredis, which is imported on demand
 */
export function endingRedis(Base: typeof Redis): typeof Redis {
  return class EndingRedis extends Base {
    override disconnect(reconnect = false): void {
      // In this state it ends at once, saying so.
      if (this.status === 'reconnecting' && !reconnect) this.status = 'wait';
      super.disconnect(reconnect);
    }
    override duplicate(override?: Partial<RedisOptions>): Redis {
      return new EndingRedis({ ...this.options, ...override } as object);
    }
  };
}
