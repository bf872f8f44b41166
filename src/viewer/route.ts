/** Which page is shown, in the fragment of the address, so that every view has a link and the back button works. */
export interface Route {
  page: 'overview' | 'passages' | 'passage';
  /** Position of the passage. */
  passage: number;
  /** Position of the chosen fact; null for none. */
  fact: number | null;
}

export function parseRoute(fragment: string): Route {
  const [page, passage, fact] = fragment.replace(/^#\/?/, '').split('/');
  if (page === 'passage' && /^\d+$/.test(passage ?? '')) {
    return { page, passage: Number(passage), fact: /^\d+$/.test(fact ?? '') ? Number(fact) : null };
  }
  return { page: page === 'passages' ? page : 'overview', passage: 0, fact: null };
}

export const linkTo = (passage: number, fact?: number | null): string =>
  fact == null ? `#/passage/${passage}` : `#/passage/${passage}/${fact}`;
