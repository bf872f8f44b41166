/**
 * A tiny sentence model or classifier in a folder, as transformers.js loads it: a word piece tokenizer, a configuration and an
 * encoder with random weights. Nothing is downloaded.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type EncoderShape, encoderModel } from './tiny-encoder.ts';

export interface TinyModel {
  /** The model folder. */
  path: string;
  /** Components of a vector. */
  hidden: number;
  remove(): Promise<void>;
}

const HIDDEN = 32;

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const MARKS = [...'!"#$%&\'()*+,-./:;<=>?'];
const WORDS = (
  'the a an of in on at by to from with for and is was are were be been has had his her its born birth died death ' +
  'place date year city country river capital university school studied taught worked founded founder married wife ' +
  'husband wrote written book film music band song played won award prize war king queen president minister first ' +
  'second new old north south east west american british french german english world united states kingdom'
).split(' ');

const POSITIONS = 128;

export interface TinyModelOptions {
  /** Makes a classifier with one output for each label, in this order. */
  labels?: readonly string[];
  /** Makes it a classifier of tokens. */
  perToken?: boolean;
}

export async function makeTinyModel(options: TinyModelOptions = {}): Promise<TinyModel> {
  const { labels, perToken = false } = options;
  const vocabulary = [...SPECIAL, ...CHARACTERS, ...CHARACTERS.map((c) => `##${c}`), ...MARKS, ...WORDS];
  const sizes = { vocabulary: vocabulary.length, hidden: HIDDEN, positions: POSITIONS };
  const shape = labels === undefined ? sizes : { ...sizes, classes: labels.length, perToken };
  const model = encoderModel(shape);
  const settings = {
    config: configuration(shape, labels),
    tokenizer: tokenizer(vocabulary),
    tokenizer_config: tokenizerSettings(),
  };
  return { hidden: HIDDEN, ...(await modelFolder(settings, model)) };
}

/** A model that is gone when the test ends. */
export async function tinyModel(options: TinyModelOptions = {}): Promise<TinyModel> {
  const model = await makeTinyModel(options);
  onTestFinished(model.remove);
  return model;
}

/** A folder of a model in a temporary place. @param settings contents of its JSON files, by name */
async function modelFolder(settings: Record<string, unknown>, model: Uint8Array) {
  const path = await mkdtemp(join(tmpdir(), 'tiny-model-'));
  await mkdir(join(path, 'onnx'));
  await Promise.all([
    ...Object.entries(settings).map(([name, content]) =>
      writeFile(join(path, `${name}.json`), JSON.stringify(content)),
    ),
    // The second name is that of 8-bit weights; the file is the same one.
    ...['model.onnx', 'model_quantized.onnx'].map((name) => writeFile(join(path, 'onnx', name), model)),
  ]);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function architectureOf({ classes, perToken }: EncoderShape): string {
  if (classes === undefined) return 'BertModel';
  return perToken ? 'BertForTokenClassification' : 'BertForSequenceClassification';
}

function configuration(shape: EncoderShape, labels: readonly string[] | undefined) {
  return {
    architectures: [architectureOf(shape)],
    model_type: 'bert',
    hidden_size: shape.hidden,
    max_position_embeddings: POSITIONS,
    type_vocab_size: 2,
    vocab_size: shape.vocabulary,
    pad_token_id: 0,
    ...(labels && { id2label: { ...labels } }),
  };
}

function tokenizerSettings() {
  const [pad_token, unk_token, cls_token, sep_token, mask_token] = SPECIAL;
  const tokens = { pad_token, unk_token, cls_token, sep_token, mask_token };
  return { tokenizer_class: 'BertTokenizer', model_max_length: POSITIONS, do_lower_case: true, ...tokens };
}

/** A token that stands for itself in no text. */
const specialToken = (content: string, id: number) => ({
  ...{ id, content, special: true, normalized: false },
  ...{ single_word: false, lstrip: false, rstrip: false },
});

function tokenizer(vocabulary: readonly string[]) {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const sequence = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
  const ids = (token: string) => ({ id: token, ids: [vocabulary.indexOf(token)], tokens: [token] });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map(specialToken),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), sequence('A', 0), special('[SEP]')],
      pair: [special('[CLS]'), sequence('A', 0), special('[SEP]'), sequence('B', 1), special('[SEP]')],
      special_tokens: { '[CLS]': ids('[CLS]'), '[SEP]': ids('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
}
