/**
 * Parses Markdown into blocks: paragraphs, list items and table cells as plain words, each character with its
 * position in the source. Headings, the sentence before a list, row heads and column headers are labels of blocks;
 * code is left out.
 */
import { createRequire } from 'node:module';
import type { Heading, List, Nodes, Paragraph, RootContent, Table } from 'mdast';
import type { fromMarkdown } from 'mdast-util-from-markdown';
import { memoize } from '../common/memoize.ts';

const require = createRequire(import.meta.url);

/** Words, and for each character its position in the source, in UTF-16 code units. */
export interface PlacedText {
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
/** Syntax that prose contains by chance: indented lines, rules under lines, tags. */
const NOT_READ = ['codeIndented', 'setextUnderline', 'htmlFlow', 'htmlText', 'definition'];
/** Longer ones are sentences with a colon in them. */
const LONGEST_KEY = 60;
/** UTF-16 code units that are parsed together. */
const PIECE = 2_000;
/** Uninformative headers of a value column beside a key column. */
const PLAIN_HEADER = /^(?:value|values|details?|information|info|description|facts?|answer|data)?$/iu;

/** Headings that tell nothing of what stands under them. */
const PLAIN_HEADING =
  /^(?:(?:key|quick|basic|main) )?(?:facts?|details|information|points|figures|overview|summary)$/iu;

/** Null for a text without Markdown. The parser is loaded on first use. */
export const readMarkdown = (text: string): Markdown | null =>
  LOOKS_LIKE_MARKDOWN.test(text) ? read(text) : null;

/** Extraction, sentences and values read the same texts one after another. */
const read = memoize((text): Markdown => {
  const blocks: Block[] = [];
  const state: State = { source: text, blocks, title: null, heading: null };
  readAll(parse(text.replace(/^([ \t]*)[•–](?=[ \t])/gmu, '$1-')), state, null);
  return { blocks: blocks.filter((block) => block.text.trim() !== ''), title: state.title };
});

/** Piece by piece: with each list that ends, the parser copies all that it has read. */
function parse(text: string): RootContent[] {
  const parser: { fromMarkdown: typeof fromMarkdown } = require('mdast-util-from-markdown');
  const { gfmTable } = require('micromark-extension-gfm-table');
  const { gfmTableFromMarkdown } = require('mdast-util-gfm-table');
  const bulletOf = ({ position }: List) => text[position?.start.offset ?? 0];
  const nodes: RootContent[] = [];
  let start = 0;
  for (const piece of piecesOf(text)) {
    const root = parser.fromMarkdown(piece, {
      extensions: [gfmTable(), { disable: { null: NOT_READ } }],
      mdastExtensions: [gfmTableFromMarkdown()],
    });
    moveBy(root, start);
    const [last, [first, ...rest]] = [nodes.at(-1), root.children];
    const goesOn = last?.type === 'list' && first?.type === 'list' && bulletOf(last) === bulletOf(first);
    if (goesOn) last.children.push(...first.children);
    nodes.push(...(goesOn ? rest : root.children));
    start += piece.length;
  }
  return nodes;
}

/** A bullet at the margin ends whatever stands before, but for code. */
function piecesOf(text: string): string[] {
  if (/^[ \t]*(?:```|~~~)/mu.test(text)) return [text];
  const pieces = [''];
  for (const part of text.split(/^(?=[-*+] +\S)/mu)) {
    if ((pieces.at(-1) as string).length > PIECE) pieces.push('');
    pieces.push(pieces.pop() + part);
  }
  return pieces;
}

function moveBy(node: Nodes, by: number): void {
  for (const point of [node.position?.start, node.position?.end])
    if (point?.offset !== undefined) point.offset += by;
  if ('children' in node) for (const child of node.children) moveBy(child, by);
}

interface State {
  source: string;
  blocks: Block[];
  title: string | null;
  heading: string | null;
}

/** @param label of the list that the nodes are in; null outside */
function readAll(nodes: readonly RootContent[], state: State, label: string | null): void {
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'heading') setHeading(node, state);
    else if (node.type === 'paragraph') readParagraph(node, state, label);
    else if (node.type === 'table') readTable(node, state);
    else if (node.type === 'blockquote') readAll(node.children, state, label);
    else if (node.type === 'list') {
      const inner = leadIn(nodes[index - 1], state) ?? label ?? state.heading ?? '';
      for (const item of node.children) readAll(item.children, state, inner);
    }
  }
}

function setHeading(node: Heading | Paragraph, state: State): void {
  const heading = wordsOf(node, state.source).text.replace(/:$/u, '');
  // "Mars: key facts"
  const [title = heading, ...rest] = heading.split(/:\s+/u);
  const label = rest.join(': ') || heading;
  state.heading = PLAIN_HEADING.test(label) ? null : label;
  state.title ??= title;
}

/** "She won:" before a list, without the colon. */
function leadIn(node: RootContent | undefined, { source }: State): string | null {
  if (node?.type !== 'paragraph') return null;
  const sentence =
    wordsOf(node, source)
      .text.split(/[.!?]\s+/u)
      .at(-1) ?? '';
  return /:$/u.test(sentence) ? sentence.slice(0, -1) : null;
}

/** Lines that begin in bold are separate blocks; an entirely bold one is a heading. */
function readParagraph(node: Paragraph, state: State, label: string | null): void {
  const lines: Paragraph['children'][] = [[]];
  for (const child of node.children) {
    const before = lines.at(-1)?.at(-1);
    const endsLine = before?.type === 'break' || (before?.type === 'text' && /\n$/u.test(before.value));
    if (child.type === 'strong' && endsLine) lines.push([]);
    lines.at(-1)?.push(child);
  }
  for (const children of lines) {
    const line: Paragraph = { type: 'paragraph', children };
    const [first] = children;
    if (label === null && first?.type === 'strong' && children.length === 1 && lines.length === 1)
      setHeading(line, state);
    else state.blocks.push(blockOf(wordsOf(line, state.source), label, first?.type === 'strong'));
  }
}

function blockOf(placed: PlacedText, label: string | null, isBold: boolean): Block {
  const isItem = label !== null;
  const key = isItem || isBold ? /^([^:.!?]+):\s+(?=\S)/u.exec(placed.text) : null;
  if (key?.[1] !== undefined && key[1].length <= LONGEST_KEY)
    return { ...placed, kind: 'value', head: null, label: key[1], from: key[0].length };
  return { ...placed, kind: isItem ? 'item' : 'paragraph', head: null, label: label || null, from: 0 };
}

/** The first cell of a row is its head; in a table of keys and values, the key. */
function readTable({ children: [header, ...rows] }: Table, { source, blocks }: State): void {
  const headers = header?.children.map((cell) => wordsOf(cell, source).text) ?? [];
  const isKeyed = headers.length === 2 && PLAIN_HEADER.test(headers[1] ?? '');
  for (const { children } of rows) {
    const [first, ...cells] = children.map((cell) => wordsOf(cell, source));
    const head = first?.text ?? '';
    for (const [index, cell] of cells.entries()) {
      const place = isKeyed ? { head: null, label: head } : { head, label: headers[index + 1] || null };
      blocks.push({ ...cell, ...place, kind: 'value', from: 0 });
    }
  }
}

/** The words of a node, with line ends as blanks. */
function wordsOf(node: Nodes | Paragraph, source: string): PlacedText {
  let text = '';
  const places: number[] = [];
  const visit = (inner: Nodes): void => {
    if ('children' in inner) for (const child of inner.children) visit(child);
    if (inner.type === 'break') add(' ', inner);
    if (inner.type === 'text' || inner.type === 'inlineCode') add(inner.value, inner);
  };
  /** An escaped character (`&amp;`) gets the position where the previous one ends. */
  const add = (value: string, { position }: Nodes): void => {
    let place = position?.start.offset ?? 0;
    const end = position?.end.offset ?? place;
    for (let index = 0; index < value.length; index++) {
      const found = source.indexOf(value[index] as string, place);
      if (found >= 0 && found < end) place = found;
      text += /[\r\n]/u.test(value[index] as string) ? ' ' : value[index];
      places.push(Math.min(place, end - 1));
      place++;
    }
  };
  visit(node);
  const start = text.length - text.trimStart().length;
  return { text: text.trim(), places: places.slice(start, start + text.trim().length) };
}
