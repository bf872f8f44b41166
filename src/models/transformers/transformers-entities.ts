/** Named entities by a local token classification model, through transformers.js and ONNX Runtime. */
import { BackendError } from '../../errors.ts';
import type { Span } from '../../passage.ts';
import type { EntityRecogniser } from '../entity-recogniser.ts';
import { tokenLimit } from './transformers-limits.ts';
import { type LoadedModel, pipelineOf, type TransformersOptions } from './transformers-loading.ts';
import { longestFitting } from './transformers-nli.ts';

/**
 * A tagger of a Hugging Face model or a local folder with the labels of its config.json: `O`, and types with or
 * without `B-` and `I-`. A text that is too long for the model is read in pieces.
 */
export function createTransformersRecogniser(name: string, options: TransformersOptions): EntityRecogniser {
  const source = { model: name, dtype: 'fp32', offline: false } as const;
  const load = pipelineOf('token-classification', source, options);
  return {
    id: `transformers/${name}`,
    async recognise(text, { signal } = {}) {
      signal?.throwIfAborted();
      if (text.trim() === '') return [];
      const tagger = await load();
      const spans: Span[] = [];
      for (const { start, end } of pieces(text, tagger)) {
        signal?.throwIfAborted();
        const found = await tag(text.slice(start, end), tagger, name);
        spans.push(...found.map((span) => ({ start: start + span.start, end: start + span.end })));
      }
      return spans;
    },
  };
}

/** Stretches within the model's limit, cut between words. */
function pieces(text: string, tagger: LoadedModel): Span[] {
  const limit = tokenLimit(tagger);
  const found: Span[] = [];
  for (let start = 0; start < text.length; ) {
    const rest = text.slice(start);
    const fitting = longestFitting(rest, (part) => tagger.tokenizer.encode(part).length <= limit);
    // A single word that is too long is skipped.
    const length = fitting.trim() === '' ? (/^\s*\S*/.exec(rest)?.[0].length ?? 1) || 1 : fitting.length;
    if (fitting.trim() !== '') found.push({ start, end: start + length });
    start += length;
  }
  return found;
}

async function tag(text: string, { tokenizer, model }: LoadedModel, name: string): Promise<Span[]> {
  const batch = tokenizer([text], {
    padding: true,
    truncation: true,
    max_length: tokenLimit({ tokenizer, model }),
  });
  const labels = model.config.id2label ?? {};
  const width = Object.keys(labels).length;
  const { logits } = await model(batch);
  if (logits?.dims.length !== 3 || logits.dims[2] !== width) {
    const given = logits === undefined ? 'no logits' : `logits shaped ${logits.dims.join(' x ')}`;
    throw new BackendError(`Entity model "${name}" gives ${given} for its ${width} labels.`);
  }
  const ids = [...batch.input_ids.data].map(Number);
  const spans = placesOf(
    text,
    ids.map((id) => tokenizer.decode([id], { clean_up_tokenization_spaces: false })),
  );
  const tokens = ids.map((_, at) => ({
    label: labels[likeliest(logits.data.subarray(at * width, (at + 1) * width))] ?? 'O',
    span: spans[at] as Span | null,
  }));
  return joined(text, tokens);
}

const likeliest = (logits: Float32Array): number => logits.indexOf(Math.max(...logits));

export interface TaggedToken {
  label: string;
  /** Null for special tokens and those not found in the text. */
  span: Span | null;
}

/** Runs of tokens of one type; `B-` begins a new one, and a continuation token belongs to the run of its word. */
export function joined(text: string, tokens: readonly TaggedToken[]): Span[] {
  const found: Span[] = [];
  let [type, last]: [string | null, Span | null] = [null, null];
  for (const { label, span } of tokens) {
    if (span === null) continue;
    const goesOn = last !== null && last.end === span.start && /[\p{L}\p{N}]/u.test(text[span.start] ?? '');
    const own = label === 'O' ? null : label.replace(/^[BI]-/, '');
    if (goesOn || (own !== null && own === type && !label.startsWith('B-'))) {
      if (type !== null) (found.at(-1) as Span).end = span.end;
    } else {
      type = own;
      if (own !== null) found.push({ ...span });
    }
    last = span;
  }
  return found;
}

/** Characters as written by tokenizers without case and accents. */
const plain = (character: string): string => character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How many characters after the last token the next one is searched for. */
const REACH = 40;

/** The position of each token; these tokenizers report no offsets, so the token texts are searched in order. */
export function placesOf(text: string, tokens: readonly string[]): (Span | null)[] {
  const offsets: number[] = [];
  let written = '';
  for (let at = 0; at < text.length; at++) {
    const own = plain(text[at] as string);
    for (let count = 0; count < own.length; count++) offsets.push(at);
    written += own;
  }
  let cursor = 0;
  return tokens.map((token) => {
    const wanted = [...token.replace(/^##/, '').replaceAll('▁', ' ').trim()].map(plain).join('');
    const at = wanted === '' ? -1 : written.indexOf(wanted, cursor);
    if (at < 0 || at > cursor + REACH) return null;
    cursor = at + wanted.length;
    return { start: offsets[at] as number, end: (offsets[cursor - 1] as number) + 1 };
  });
}
