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
import { followIndex, type IndexState } from './reading.ts';
import { linkTo, type Route, parseRoute } from './route.ts';

function App({ source }: { source: DataSource }) {
  const [state, setState] = useState<IndexState<ViewIndex | ViewDocument>>({ index: null, error: null });
  const { index, error } = state;
  const route = useRoute();
  useEffect(() => followIndex(source, setState), [source]);
  if (error !== null) return <p class="notice">The data of this report cannot be read: {error}</p>;
  if (index === null) return <p class="notice">Reading…</p>;
  if ('document' in index) return <DocumentPages {...{ index, source, route }} />;
  return <RunPages {...{ index, source, route }} />;
}

function RunPages(props: { index: ViewIndex; source: DataSource; route: Route }) {
  const { index, source } = props;
  // a run of one text opens on that text
  const opensOnText = index.rows.length === 1 && location.hash === '';
  const route: Route = opensOnText ? { ...props.route, page: 'passage' } : props.route;
  return (
    <Pages
      route={route}
      id={index.rows[route.passage]?.id}
      listed="Passages"
      overview={<Overview index={index} />}
      passages={<PassageList key={route.wanted} index={index} wanted={route.wanted} />}
      passage={<Passage index={index} position={route.passage} chosen={route.fact} source={source} />}
    />
  );
}

function DocumentPages({ index, source, route }: { index: ViewDocument; source: DataSource; route: Route }) {
  const { document, changed } = index;
  if (changed === undefined || changed.rows.length === 0) {
    return (
      <Frame links={[]}>
        <DocumentPage document={document} />
      </Frame>
    );
  }
  return (
    <Pages
      route={route}
      id={changed.rows[route.passage]?.a.id}
      listed="Changed passages"
      overview={
        <DocumentPage document={document}>
          <ChangedCounts rows={changed.rows} />
        </DocumentPage>
      }
      passages={<ChangedList rows={changed.rows} />}
      passage={<Pair changed={changed} position={route.passage} chosen={route.fact} source={source} />}
    />
  );
}

interface PagesProps extends Record<Route['page'], ComponentChildren> {
  route: Route;
  /** Of the passage of the route; undefined where there is none. */
  id: string | undefined;
  listed: string;
}

function Pages({ route, id, listed, ...pages }: PagesProps) {
  const page = route.page === 'passage' && id === undefined ? 'overview' : route.page;
  const links: NavLink[] = [
    { href: '#/', words: 'Overview', isCurrent: page === 'overview' },
    { href: '#/passages', words: listed, isCurrent: page === 'passages' },
    ...(page === 'passage' ? [{ href: linkTo(route.passage), words: id ?? '', isCurrent: true }] : []),
  ];
  return <Frame links={links}>{pages[page]}</Frame>;
}

interface NavLink {
  href: string;
  words: string;
  isCurrent: boolean;
}

function Frame({ links, children }: { links: readonly NavLink[]; children: ComponentChildren }) {
  return (
    <>
      <header>
        <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
          Skip to the content
        </button>
        <p class="title">hallugraph</p>
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

function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const onChange = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return route;
}

const place = document.getElementById('app');
if (place !== null) {
  place.textContent = '';
  render(<App source={dataSource()} />, place);
}
