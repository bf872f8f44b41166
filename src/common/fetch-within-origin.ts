/** `fetch` for requests with keys or texts of the caller, which must reach no other host. */

const REDIRECTS = 5;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/**
 * A redirect that is not followed. Addresses are without credentials and query, so that they can be shown in a
 * message.
 */
export interface Redirect {
  status: number;
  from: string;
  to: string;
}

/**
 * Follows a redirect only within the origin and with the method kept.
 *
 * @param refusedRedirect the result for any other redirect; it may throw
 */
export async function fetchWithinOrigin(
  url: string | URL | Request,
  init: RequestInit | undefined,
  refusedRedirect: (redirect: Redirect) => Response,
): Promise<Response> {
  let at = new URL(url instanceof Request ? url.url : url);
  for (let hop = 0; ; hop++) {
    const response = await fetch(at, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    const location = headers.get('location') ?? '';
    if (!REDIRECT_STATUSES.includes(status) || !URL.canParse(location, at.href)) return response;
    await response.body?.cancel();
    const to = new URL(location, at);
    const repeats = status !== 303 || (init?.method ?? 'GET') === 'GET';
    if (to.origin !== at.origin || !repeats || hop === REDIRECTS)
      return refusedRedirect({ status, from: shownAddress(at), to: shownAddress(to) });
    at = to;
  }
}

export const shownAddress = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

/** A decoded part of an address; unchanged where a `%` in it is no escape. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
