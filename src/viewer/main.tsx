/** The viewer: an overview, the list of passages, and one passage with its facts. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ViewIndex } from '../report/view/view-data.ts';
import { type DataSource, dataSource } from './data-source.ts';
import { Overview } from './overview.tsx';
import { Passage } from './passage.tsx';
import { PassageList } from './passage-list.tsx';
import { linkTo } from './route.ts';
import { useRoute } from './use-route.ts';

function App({ source }: { source: DataSource }) {
  const [index, setIndex] = useState<ViewIndex | null>(null);
  const [error, setError] = useState<string | null>(null);
  const route = useRoute();
  useEffect(() => {
    const load = () => source.index().then(setIndex, (fault) => setError(String(fault)));
    void load();
    source.follow?.(() => void load());
  }, [source]);
  if (error !== null) return <p class="notice">The data of this report cannot be read: {error}</p>;
  if (index === null) return <p class="notice">Reading…</p>;
  const known = route.page === 'passage' && route.passage < index.rows.length;
  return (
    <>
      <header>
        <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
          Skip to the content
        </button>
        <p class="title">{index.title}</p>
        <nav aria-label="Pages">
          <a href="#/" aria-current={route.page === 'overview' ? 'page' : undefined}>
            Overview
          </a>
          <a href="#/passages" aria-current={route.page === 'passages' ? 'page' : undefined}>
            Passages
          </a>
          {known && (
            <a href={linkTo(route.passage)} aria-current="page">
              <bdi>{index.rows[route.passage]?.id}</bdi>
            </a>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        {known ? (
          <Passage index={index} position={route.passage} chosen={route.fact} source={source} />
        ) : route.page === 'passages' ? (
          <PassageList index={index} />
        ) : (
          <Overview index={index} />
        )}
      </main>
    </>
  );
}

const place = document.getElementById('app');
if (place !== null) {
  place.textContent = '';
  render(<App source={dataSource()} />, place);
}
