/**
 * A tiny language model in a folder, as transformers.js loads it: a tokenizer of whole words and a network with
 * random weights that guesses the next word from the last one alone (a bigram model). Nothing is downloaded.
 */
import { randomFor } from '../../src/common/random.ts';
import { floatTensor, node, onnxModel } from './onnx-writer.ts';
import { modelFolder, specialToken } from './tiny-model.ts';

export type TinyCausalModel = Awaited<ReturnType<typeof modelFolder>>;

interface TinyCausalOptions {
  /** Tokens of prompt and answer together. Default 64. */
  context?: number;
  /** How much likelier the end is than any word, in logits. Default 0. */
  endBias?: number;
  /** Whether the tokenizer says how messages become a prompt. Default true. */
  chatTemplate?: boolean;
}

const SPECIAL = ['<unk>', '<end>'];
const WORDS = 'oslo is where what the capital of norway a city in north yes no user assistant system'.split(
  ' ',
);
const VOCABULARY = [...SPECIAL, ...WORDS];
const END = SPECIAL.indexOf('<end>');
const HIDDEN = 8;
const TEMPLATE =
  "{% for message in messages %}{{ message['role'] + ' ' + message['content'] + ' ' }}{% endfor %}assistant";

export async function makeTinyCausalModel(options: TinyCausalOptions = {}) {
  const { context = 64, endBias = 0, chatTemplate = true } = options;
  const settings = {
    config: configuration(context),
    generation_config: { eos_token_id: END },
    tokenizer: tokenizer(),
    tokenizer_config: {
      tokenizer_class: 'PreTrainedTokenizerFast',
      unk_token: '<unk>',
      eos_token: '<end>',
      ...(chatTemplate && { chat_template: TEMPLATE }),
    },
  };
  return modelFolder(settings, bigramModel(endBias));
}

/** Logits of the next word: an embedding of the last one, times a matrix, plus a bias. */
function bigramModel(endBias: number): Uint8Array {
  const random = randomFor(0, 'tiny-causal');
  const size = VOCABULARY.length;
  const weights = (length: number) => Float32Array.from({ length }, () => 2 * random() - 1);
  const bias = Float32Array.from(VOCABULARY, (word) =>
    word === '<end>' ? endBias : word === '<unk>' ? -9 : 0,
  );
  return onnxModel({
    nodes: [
      node('Gather', ['embeddings', 'input_ids'], 'states'),
      node('MatMul', ['states', 'head'], 'products'),
      node('Add', ['products', 'bias'], 'logits'),
    ],
    constants: [
      floatTensor('embeddings', [size, HIDDEN], weights(size * HIDDEN)),
      floatTensor('head', [HIDDEN, size], weights(size * HIDDEN)),
      floatTensor('bias', [size], bias),
    ],
    inputs: ['input_ids'],
    output: 'logits',
    outputDims: ['batch', 'sequence', size],
  });
}

function configuration(context: number) {
  return {
    architectures: ['GPT2LMHeadModel'],
    model_type: 'gpt2',
    vocab_size: VOCABULARY.length,
    n_embd: HIDDEN,
    n_head: 1,
    n_layer: 1,
    n_positions: context,
    max_position_embeddings: context,
    bos_token_id: END,
    eos_token_id: END,
  };
}

function tokenizer() {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map(specialToken),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      unk_token: '<unk>',
      vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
    },
  };
}
