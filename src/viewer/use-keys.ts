/** j and k: the next and the previous fact in the list; Escape: none. Scrolls to the chosen one. */
import { useEffect } from 'preact/hooks';
import { linkTo, parseRoute } from './route.ts';

/** @param order of the listed facts; null until they are known */
export function useKeys(order: readonly number[] | null, position: number, chosen: number | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || order === null) return;
      // From the address: keys may be faster than rendering.
      const { fact: current } = parseRoute(location.hash);
      if (target instanceof HTMLElement && /^(input|select|textarea)$/i.test(target.tagName)) return;
      if (key === 'Escape' && current !== null) location.hash = linkTo(position);
      const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
      if (step === 0 || order.length === 0) return;
      const at = current === null ? (step === 1 ? -1 : order.length) : order.indexOf(current);
      const next = order[Math.min(order.length - 1, Math.max(0, at + step))];
      if (next !== undefined) location.hash = linkTo(position, next);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [order, position]);
  const isKnown = order !== null;
  useEffect(() => {
    if (chosen === null || !isKnown) return;
    const fact = document.getElementById(`fact-${chosen}`);
    fact?.focus({ preventScroll: true });
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    fact?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
  }, [isKnown, chosen]);
}
