import { expect, it } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { queueAddress } from '../../src/queue/queue-url.ts';

it.each([
  ['redis://localhost:6379', 'redis', 'redis://localhost:6379'],
  ['rediss://user:p%40ss-word@host:6380/2', 'redis', 'rediss://host:6380/2'],
  ['postgres://user:p%40ss-word@host/db?sslmode=verify-full', 'postgres', 'postgres://host/db'],
  ['postgresql://host/db?password=p%40ss-word', 'postgres', 'postgresql://host/db'],
])('shows %s without credentials', (url, kind, shown) => {
  const address = queueAddress(url);
  expect(address).toMatchObject({ kind, url, shown });
  const hidden = address.hide(`cannot reach ${url} as p@ss-word or p%40ss-word`);
  if (url.includes('ss-word')) expect(hidden).not.toContain('ss-word');
  expect(hidden).toContain(`cannot reach ${shown}`);
});

it.each(['', 'secret', 'http://secret@host', 'redis:secret', 'mysql://secret@host', 'redis://secret:x y'])(
  'does not take %j, and repeats nothing of it',
  (url) => {
    expect(() => queueAddress(url)).toThrow(ConfigError);
    expect(() => queueAddress(url)).not.toThrow(/secret/);
  },
);
