/**
 * Parses Markdown into blocks: paragraphs, list items and table cells as plain words, each character with its
 * position in the source. Headings, the sentence before a list, row heads and column headers are labels of blocks;
 * code is left out.
 */
import { createRequire } from 'node:module';
import type { BlockContext, BlockParser, InlineParser, Line, MarkdownParser } from '@lezer/markdown';
import { memoize, once } from '../common/memoize.ts';

const require = createRequire(import.meta.url);

/** Words, and for each character its position in the source, in UTF-16 code units. */
interface PlacedText {
  text: string;
  places: readonly number[];
}

export interface Block extends PlacedText {
  kind: 'paragraph' | 'item' | 'value';
  /** Of a cell: the head of its row; null for the subject of the whole text. */
  head: string | null;
  /** Key ("Born" of "Born: 1867", which is then in the text too), column header, lead-in or heading. */
  label: string | null;
  /** Where the value begins after a key that is part of the text; else 0. */
  from: number;
}

export interface Markdown {
  blocks: readonly Block[];
  title: string | null;
}

/** A line that begins a heading, list item, quote, table row or code, or has bold words or a link. */
const LOOKS_LIKE_MARKDOWN =
  /^[ \t]*(?:#{1,6}[ \t]|[-*+•–][ \t]|\d{1,3}[.)][ \t]|>|\|.*\||```|~~~)|\*\*\S|__\S|\]\(\S/mu;
/** "Born: 1867" on a line of its own, which is no sentence. */
const FIELD = /^\p{Lu}[^:.!?\n]{1,30}:[ \t]+\S[^\n]{0,80}(?<![.!?:\s])$/u;
/** Fields on lines one after the other. One alone may be any words with a colon. */
const FIELDS = new RegExp(`${FIELD.source}\\r?\\n${FIELD.source.slice(1)}`, 'mu');
/** Syntax that prose contains by chance: indented lines, rules under lines, tags. */
const NOT_READ = ['IndentedCode', 'SetextHeading', 'HTMLBlock', 'HTMLTag', 'LinkReference'];
/** Items end what stands before also where CommonMark reads on: far indented, and in lists with any number. */
const ITEMS: BlockParser = {
  name: 'Items',
  endLeaf: beginsItem,
  leaf: () => ({
    nextLine(context, line, leaf) {
      if (line.indent < line.baseIndent + FAR || !beginsItem(context, line)) return false;
      const words = context.parser.parseInline(leaf.content, leaf.start);
      const end = leaf.start + leaf.content.length;
      context.addLeafElement(leaf, context.elt('Paragraph', leaf.start, end, words));
      return true;
    },
    finish: () => false,
  }),
};
/** `<https://example.org>`, which the parser reads together with tags. */
const AUTOLINK: InlineParser = {
  name: 'Autolink',
  parse(context, next, from) {
    if (next !== '<'.charCodeAt(0)) return -1;
    const link = /^<(?:[a-z][a-z\d+.-]+:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iu.exec(
      context.slice(from, context.end),
    );
    return link === null ? -1 : context.addElement(context.elt('Autolink', from, from + link[0].length));
  },
};
/** Columns from which on the parser looks for no item. */
const FAR = 4;
/** Longer ones are sentences with a colon in them. */
const LONGEST_KEY = 60;
/** "Hamburg, 1.9 million", "flour – 250 g": the key of an amount; "In March, 35 came." is a sentence. */
const AMOUNT = /^(\p{L}[^\p{N},:.!?;]*?)(?:,| [–—-])[ \t]+(?=[$€£]?\d.{0,30}(?<![.!?])$)/u;
/** Uninformative headers of a value column beside a key column. */
const PLAIN_HEADER = /^(?:value|values|details?|information|info|description|facts?|answer|data)?$/iu;

/** Headings that tell nothing of what stands under them. */
const PLAIN_HEADING =
  /^(?:(?:key|quick|basic|main) )?(?:facts?|details|information|points|figures|overview|summary)$/iu;

/** Null for a text without Markdown. The parser is loaded on first use. */
export const readMarkdown = (text: string): Markdown | null =>
  LOOKS_LIKE_MARKDOWN.test(text) || FIELDS.test(text) ? read(text) : null;

/** Extraction, sentences and values read the same texts one after another. */
const read = memoize((text): Markdown => {
  const source = text
    .replace(/^([ \t]*)[•–](?=[ \t])/gmu, '$1-')
    .replace(/\r(?!\n)/gu, '\n')
    .replace(/^\ufeff/u, ' ');
  const state: State = { source, blocks: [], title: null, heading: null };
  readAll(blocksIn(parser().parse(source).topNode), state, null);
  return { blocks: state.blocks.filter((block) => block.text.trim() !== ''), title: state.title };
});

const parser = once((): MarkdownParser => {
  const { parser: commonmark, Table }: typeof import('@lezer/markdown') = require('@lezer/markdown');
  return commonmark.configure([Table, { remove: NOT_READ, parseBlock: [ITEMS], parseInline: [AUTOLINK] }]);
});

function beginsItem(context: BlockContext, { text, pos }: Line): boolean {
  const item =
    context.parentType().name === 'ListItem' ? /^(?:[-+*]|\d{1,9}[.)])\s+\S/u : /^(?:[-+*]|1[.)])\s+\S/u;
  return item.test(text.slice(pos));
}

const entities = once((): typeof import('micromark-util-decode-string') =>
  require('micromark-util-decode-string'),
);

type Node = ReturnType<MarkdownParser['parse']>['topNode'];

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

const blocksIn = (node: Node): Node[] => childrenOf(node).filter(({ name }) => !name.endsWith('Mark'));

interface State {
  source: string;
  blocks: Block[];
  title: string | null;
  heading: string | null;
}

/** @param label of the list that the nodes are in; null outside */
function readAll(nodes: readonly Node[], state: State, label: string | null): void {
  let inner = '';
  for (const [index, node] of nodes.entries()) {
    if (node.name.startsWith('ATXHeading')) setHeading(wordsOf(node, state.source), state);
    else if (node.name === 'Paragraph') readParagraph(node, state, label);
    else if (node.name === 'Table') readTable(node, state);
    else if (node.name === 'Blockquote') readAll(blocksIn(node), state, label);
    else if (node.name.endsWith('List')) {
      const before = nodes[index - 1];
      if (before?.name !== node.name || bulletOf(before, state) !== bulletOf(node, state))
        inner = leadIn(before, state) ?? label ?? state.heading ?? '';
      for (const item of blocksIn(node)) readAll(blocksIn(item), state, inner);
    }
  }
}

/** The parser takes each far indented item for a list of its own; other lists that follow another have other bullets. */
const bulletOf = (list: Node, { source }: State): string | undefined =>
  source[(list.firstChild?.firstChild?.to ?? 0) - 1];

function setHeading({ text }: PlacedText, state: State): void {
  const heading = text.replace(/:$/u, '');
  // "Mars: key facts"
  const [title = heading, ...rest] = heading.split(/:\s+/u);
  const label = rest.join(': ') || heading;
  state.heading = PLAIN_HEADING.test(label) ? null : label;
  state.title ??= title;
}

/** "She won:" before a list, without the colon. */
function leadIn(node: Node | undefined, { source }: State): string | null {
  if (node?.name !== 'Paragraph') return null;
  const sentence =
    wordsOf(node, source)
      .text.split(/[.!?]\s+/u)
      .at(-1) ?? '';
  return /:$/u.test(sentence) ? sentence.slice(0, -1) : null;
}

/** Lines that begin in bold are separate blocks, and so are fields; an entirely bold one is a heading. */
function readParagraph(node: Node, state: State, label: string | null): void {
  const { source, blocks } = state;
  const parts = label === null ? partsOf(node, source) : [partOf(node)];
  const lines = parts.flatMap((part) => (part.isField ? [part] : boldLines(part, source)));
  for (const line of lines) {
    const [first] = line.children;
    const isBold = first?.name === 'StrongEmphasis' && first.from === line.from;
    const words = wordsOf(line, source);
    const isAllBold = isBold && lines.length === 1 && source.slice(first.to, line.to).trim() === '';
    if (label === null && isAllBold) setHeading(words, state);
    else {
      const block = blockOf(words, label, isBold || line.isField === true);
      const isCoded = block.kind !== 'value' && source.slice(line.from, line.to).includes('`');
      blocks.push(isCoded ? { ...block, ...wordsOf(line, source, { marksCode: true }) } : block);
    }
  }
}

function boldLines({ from, to, children }: Part, source: string): Part[] {
  const lines: Part[] = [{ from, to, children: [] }];
  for (const child of children) {
    const last = lines.at(-1) as Part;
    if (child.name === 'StrongEmphasis' && child.from > last.from && beginsLine(child, source)) {
      lines.push({ from: child.from, to, children: [child] });
      last.to = child.from;
    } else last.children.push(child);
  }
  return lines;
}

/** Of a paragraph each of several fields in a row, and what stands around them. */
function partsOf(node: Node, source: string): Part[] {
  const text = source.slice(node.from, node.to);
  if (!FIELDS.test(text)) return [partOf(node)];
  const children = childrenOf(node);
  const parts: Part[] = [];
  let from = node.from;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const isField = FIELD.test(line.trim());
    const last = parts.at(-1);
    if (last && !isField && !last.isField) last.to = to;
    else parts.push({ from, to, children: [], isField });
    from = to + 1;
  }
  for (const part of parts)
    part.children = children.filter((child) => child.from >= part.from && child.to <= part.to);
  return parts;
}

function beginsLine({ from }: Node, source: string): boolean {
  const before = /(?<=\n[ \t>]*)/y;
  before.lastIndex = from;
  return before.test(source);
}

function blockOf(placed: PlacedText, label: string | null, isBold: boolean): Block {
  const isItem = label !== null;
  const key =
    isItem || isBold
      ? (/^([^:.!?]+):\s+(?=\S)/u.exec(placed.text) ?? (isItem ? AMOUNT.exec(placed.text) : null))
      : null;
  if (key?.[1] !== undefined && key[1].length <= LONGEST_KEY)
    return { ...placed, kind: 'value', head: null, label: key[1], from: key[0].length };
  return { ...placed, kind: isItem ? 'item' : 'paragraph', head: null, label: label || null, from: 0 };
}

/** The first cell of a row is its head; in a table of keys and values, the key. */
function readTable(table: Node, { source, blocks }: State): void {
  const [header, ...rows] = childrenOf(table)
    .filter(({ name }) => name === 'TableHeader' || name === 'TableRow')
    .map((row) => cellsOf(row, source));
  const headers = header?.map(({ text }) => text) ?? [];
  const isKeyed = headers.length === 2 && PLAIN_HEADER.test(headers[1] ?? '');
  for (const [first, ...cells] of rows) {
    const head = first?.text ?? '';
    for (const [index, cell] of cells.entries()) {
      const place = isKeyed ? { head: null, label: head } : { head, label: headers[index + 1] || null };
      blocks.push({ ...cell, ...place, kind: 'value', from: 0 });
    }
  }
}

/** The parser has no nodes for empty cells. */
function cellsOf(row: Node, source: string): PlacedText[] {
  const parts = childrenOf(row);
  const cells: PlacedText[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.name === 'TableCell') cells.push(wordsOf(part, source));
    else if (index > 0 && parts[index - 1]?.name !== 'TableCell') cells.push({ text: '', places: [] });
  }
  return cells;
}

/** A part of a text, and the nodes that lie in it. */
interface Part {
  from: number;
  to: number;
  children: Node[];
  /** Whether it is a line of the form "Born: 1867". */
  isField?: boolean;
}

const partOf = (node: Node): Part => ({ from: node.from, to: node.to, children: childrenOf(node) });

/**
 * The words of a node, with line ends as blanks.
 *
 * @param marksCode whether code keeps its backticks where a sentence seems to end in it: "`csv.Reader`" is one word by them
 */
function wordsOf(node: Node | Part, source: string, { marksCode = false } = {}): PlacedText {
  const letters: string[] = [];
  const places: number[] = [];
  const isBlankLast = () => letters.at(-1) === ' ' || letters.at(-1) === '\t';
  /** Without the blanks around line ends. */
  const add = (letter: string, place: number): void => {
    const isEnd = letter === '\n' || letter === '\r';
    while (isEnd && isBlankLast()) {
      letters.pop();
      places.pop();
    }
    if ((letter === ' ' || letter === '\t') && letters.at(-1) === '\n') return;
    letters.push(letter);
    places.push(place);
  };
  const addAll = (from: number, to: number): void => {
    for (let place = from; place < to; place++) add(source[place] as string, place);
  };
  const visitAll = ({ from, to, children }: Part): void => {
    let last = from;
    for (const child of children) {
      addAll(last, child.from);
      visit(child);
      last = child.to;
    }
    addAll(last, to);
  };
  const visit = (inner: Node): void => {
    const { name, from, to } = inner;
    if (name === 'Escape') addAll(from + 1, to);
    else if (name === 'HardBreak') add('\n', from);
    else if (name === 'Entity')
      for (const letter of entities().decodeString(source.slice(from, to)).split('')) add(letter, from);
    else if (name === 'InlineCode') visitCode(inner);
    else if (name === 'Autolink') addAll(from + 1, to - 1);
    else if (name === 'Link' || name === 'Image') visitLink(inner);
    else if (name.endsWith('Emphasis')) visitAll(partOf(inner));
    else if (!/^(?:Emphasis|Header|Quote)Mark$/u.test(name)) addAll(from, to);
  };
  /** Without an address it is no link. */
  const visitLink = (link: Node): void => {
    const children = childrenOf(link);
    const [opens, closes, address] = children.filter(({ name }) => name === 'LinkMark');
    if (opens === undefined || closes === undefined || address === undefined) visitAll(partOf(link));
    else if (link.name === 'Link')
      visitAll({ from: opens.to, to: closes.from, children: children.slice(1, children.indexOf(closes)) });
  };
  const visitCode = ({ firstChild, lastChild }: Node): void => {
    let [from, to] = [firstChild?.to ?? 0, lastChild?.from ?? 0];
    const code = source.slice(from, to);
    if (/^\s.*\S.*\s$/su.test(code)) [from, to] = [from + 1, to - 1];
    const keepsMarks = marksCode && /[.!?]/u.test(code) && !code.includes('`');
    if (keepsMarks) add('`', from - 1);
    for (let place = from; place < to; place++) add((source[place] as string).replace(/[\r\n]/u, ' '), place);
    if (keepsMarks) add('`', to);
  };
  visitAll('children' in node ? node : partOf(node));
  const text = letters.join('').replace(/[\r\n]/gu, ' ');
  const start = text.length - text.trimStart().length;
  return { text: text.trim(), places: places.slice(start, start + text.trim().length) };
}
