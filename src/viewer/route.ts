/** The current page, in the fragment of the address, so that every view has a link and the back button works. */
export interface Route {
  page: 'overview' | 'passages' | 'passage';
  passage: number;
  /** Position of the chosen fact; null for none. */
  fact: number | null;
  /** Initial filter of the list of passages: a label, or `wrong`; null for all. */
  wanted: string | null;
}

export function parseRoute(fragment: string): Route {
  const [page, passage, fact] = fragment.replace(/^#\/?/, '').split('/');
  if (page === 'passage' && /^\d+$/.test(passage ?? '')) {
    const chosen = /^\d+$/.test(fact ?? '') ? Number(fact) : null;
    return { page, passage: Number(passage), fact: chosen, wanted: null };
  }
  const isList = page === 'passages';
  const wanted = isList ? passage || null : null;
  return { page: isList ? page : 'overview', passage: 0, fact: null, wanted };
}

export const linkTo = (passage: number, fact?: number | null): string =>
  fact == null ? `#/passage/${passage}` : `#/passage/${passage}/${fact}`;

export const linkToList = (wanted: string): string => `#/passages/${wanted}`;
