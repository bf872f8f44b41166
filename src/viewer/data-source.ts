/** The source of the page's data: embedded blocks, or the server that follows a run. */
import { memoize } from './reading.ts';
import type { ViewDocument, ViewIndex, ViewPair, ViewPassage } from '../report/view/view-data.ts';

export interface DataSource {
  index(): Promise<ViewIndex | ViewDocument>;
  /** A passage, or both versions of one, where the page compares two runs. */
  entry<T extends ViewPassage | ViewPair>(position: number, chunkSize: number): Promise<T>;
  /** Calls back when the run has progressed; absent for a static page. */
  follow?(onChange: () => void): void;
}

const blockOf = (id: string): string | undefined => document.getElementById(id)?.textContent?.trim();

async function unpacked<T>(base64: string): Promise<T> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as T;
}

function embedded(block: string): DataSource {
  const chunk = memoize((number: number) => unpacked<never[]>(blockOf(`chunk-${number}`) ?? ''));
  return {
    index: () => unpacked(block),
    async entry(position, chunkSize) {
      const entries = await chunk(Math.floor(position / chunkSize));
      return entries[position % chunkSize] as never;
    },
  };
}

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

function served(): DataSource {
  return {
    index: () => fetched('data/index.json'),
    entry: memoize((position) => fetched<never>(`data/passages/${position}.json`)),
    follow(onChange) {
      new EventSource('data/changes').addEventListener('change', onChange);
    },
  };
}

export function dataSource(): DataSource {
  const block = blockOf('index');
  return block === undefined ? served() : embedded(block);
}
