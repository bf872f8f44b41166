/** The address of a Redis or PostgreSQL server. It may hold a password, which is never printed. */
import { ConfigError } from '../errors.ts';
import { decoded } from '../common/fetch-within-origin.ts';

const KINDS: Readonly<Record<string, 'redis' | 'postgres'>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};

/** Shorter passwords are not removed from messages, since they would match in any text. */
const SHORTEST_SECRET = 3;

/** @throws ConfigError that quotes nothing of the address, which may hold a password */
export function queueAddress(written: string) {
  const url = /^\w+:\/\//.test(written) && URL.canParse(written) ? new URL(written) : null;
  const kind = url && KINDS[url.protocol];
  if (!url || !kind) {
    throw new ConfigError(
      '--queue: expected the address of a store, as in redis://localhost:6379, rediss://USER:PASSWORD@HOST:6380 or postgres://USER:PASSWORD@HOST/DATABASE?sslmode=verify-full',
    );
  }
  const shown = `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  const queried = [...url.search.matchAll(/[?&][^=&]*pass[^=&]*=([^&]*)/gi)].map(([, value = '']) => value);
  const secrets = [url.password, ...queried]
    .flatMap((written) => [written, decoded(written)])
    .filter((secret) => secret.length >= SHORTEST_SECRET);
  return {
    kind,
    /** As the driver takes it, with credentials. */
    url: written,
    /** Without credentials and query. */
    shown,
    /** Removes the address and its password from a text. */
    hide: (text: string): string =>
      secrets.reduce(
        (hidden, secret) => hidden.replaceAll(secret, '[password]'),
        text.replaceAll(written, shown),
      ),
  };
}
