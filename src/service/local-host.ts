/** Who is on this machine. */

const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether a `host` header is one of a browser on this machine; others come from a page that was made to look local. */
export const isLocalHost = (header: string | undefined): boolean => LOCAL_NAME.test(header ?? '');

export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '::1'].includes(address.toLowerCase());
