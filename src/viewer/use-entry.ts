/** A passage, or both versions of one, as state of the page: null until it is loaded, or why it cannot be. */
import { useEffect, useState } from 'preact/hooks';
import type { ViewPair, ViewPassage } from '../report/view/view-data.ts';
import type { DataSource } from './data-source.ts';

export function useEntry<T extends ViewPassage | ViewPair>(
  source: DataSource,
  position: number,
  chunkSize: number,
) {
  const [state, setState] = useState<{ entry: T | null; error: string | null }>(NOTHING);
  useEffect(() => {
    let isCurrent = true;
    setState(NOTHING);
    source.entry<T>(position, chunkSize).then(
      (entry) => isCurrent && setState({ entry, error: null }),
      (fault) => isCurrent && setState({ entry: null, error: String(fault) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, position, chunkSize]);
  return state;
}

const NOTHING = { entry: null, error: null };
