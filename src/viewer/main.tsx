/** The viewer: a run, with its overview, the list of passages, and one passage with its facts; or a document. */
import { type ComponentChildren, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ViewDocument, ViewIndex } from '../report/view/view-data.ts';
import { type DataSource, dataSource } from './data-source.ts';
import { ChangedCounts, ChangedList } from './changed-list.tsx';
import { DocumentPage } from './document-page.tsx';
import { Overview } from './overview.tsx';
import { Pair } from './pair.tsx';
import { Passage } from './passage.tsx';
import { PassageList } from './passage-list.tsx';
import { linkTo, type Route } from './route.ts';
import { useRoute } from './use-route.ts';

function App({ source }: { source: DataSource }) {
  const [index, setIndex] = useState<ViewIndex | ViewDocument | null>(null);
  const [error, setError] = useState<string | null>(null);
  const route = useRoute();
  useEffect(() => {
    const load = () => source.index().then(setIndex, (fault) => setError(String(fault)));
    void load();
    source.follow?.(() => void load());
  }, [source]);
  if (error !== null) return <p class="notice">The data of this report cannot be read: {error}</p>;
  if (index === null) return <p class="notice">Reading…</p>;
  if ('document' in index) return <DocumentPages {...{ index, source, route }} />;
  return <RunPages {...{ index, source, route }} />;
}

function RunPages({ index, source, route }: { index: ViewIndex; source: DataSource; route: Route }) {
  const row = route.page === 'passage' ? index.rows[route.passage] : undefined;
  const page = route.page === 'passage' && row === undefined ? 'overview' : route.page;
  const links: NavLink[] = [
    { href: '#/', words: 'Overview', isCurrent: page === 'overview' },
    { href: '#/passages', words: 'Passages', isCurrent: page === 'passages' },
    ...(row === undefined ? [] : [{ href: linkTo(route.passage), words: row.id, isCurrent: true }]),
  ];
  return (
    <Frame title="hallugraph" links={links}>
      {page === 'passage' ? (
        <Passage index={index} position={route.passage} chosen={route.fact} source={source} />
      ) : page === 'passages' ? (
        <PassageList key={route.wanted} index={index} wanted={route.wanted} />
      ) : (
        <Overview index={index} />
      )}
    </Frame>
  );
}

function DocumentPages({ index, source, route }: { index: ViewDocument; source: DataSource; route: Route }) {
  const { document, changed } = index;
  if (changed === undefined || changed.rows.length === 0) {
    return (
      <Frame title="hallugraph" links={[]}>
        <DocumentPage document={document} />
      </Frame>
    );
  }
  const row = route.page === 'passage' ? changed.rows[route.passage] : undefined;
  const page = route.page === 'passage' && row === undefined ? 'overview' : route.page;
  const links: NavLink[] = [
    { href: '#/', words: 'Overview', isCurrent: page === 'overview' },
    { href: '#/passages', words: 'Changed passages', isCurrent: page === 'passages' },
    ...(row === undefined ? [] : [{ href: linkTo(route.passage), words: row.a.id, isCurrent: true }]),
  ];
  return (
    <Frame title="hallugraph" links={links}>
      {page === 'passage' ? (
        <Pair changed={changed} position={route.passage} chosen={route.fact} source={source} />
      ) : page === 'passages' ? (
        <ChangedList rows={changed.rows} />
      ) : (
        <DocumentPage document={document}>
          <ChangedCounts rows={changed.rows} />
        </DocumentPage>
      )}
    </Frame>
  );
}

interface NavLink {
  href: string;
  words: string;
  isCurrent: boolean;
}

interface FrameProps {
  title: string;
  links: readonly NavLink[];
  children: ComponentChildren;
}

function Frame({ title, links, children }: FrameProps) {
  return (
    <>
      <header>
        <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
          Skip to the content
        </button>
        <p class="title">
          <bdi>{title}</bdi>
        </p>
        {links.length > 0 && (
          <nav aria-label="Pages">
            {links.map(({ href, words, isCurrent }) => (
              <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
                <bdi>{words}</bdi>
              </a>
            ))}
          </nav>
        )}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

const place = document.getElementById('app');
if (place !== null) {
  place.textContent = '';
  render(<App source={dataSource()} />, place);
}
