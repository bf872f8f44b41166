/**
 * For promptfoo: an assertion, `value: package:hallugraph/promptfoo:factual` of type `javascript`, and a provider,
 * `id: package:hallugraph/promptfoo:provider`, whose model answers and is judged.
 */
import { jsonIn } from './common/json-line.ts';
import type { ConfigInput } from './config/config-types.ts';
import { createDetector } from './detector/create-detector.ts';
import type { Detector } from './detector/detector-interface.ts';
import { InputError } from './errors.ts';
import type { Passage, PassageVerdict } from './passage.ts';
import { factLines, factOf } from './report/facts.ts';
import { judgeText } from './testing/judge-text.ts';

/** What promptfoo hands an assertion, as far as it is used. */
interface AssertionContext {
  prompt?: string | undefined;
  vars?: Readonly<Record<string, unknown>> | undefined;
  /** `config` of the assertion: settings of a detector under `detector`, and `samples` or `context`. */
  config?: Readonly<Record<string, unknown>> | undefined;
}

interface GradingResult {
  pass: boolean;
  /** Support: 1 = supported, 0 = contradicted. */
  score: number;
  reason: string;
  /** One for each fact. */
  componentResults?: GradingResult[];
}

/**
 * Passes where no error is found. `samples` (other answers) and `context` (reference texts) are taken from the `config` of
 * the assertion, else from the variables of the test: a text, a list of texts, or a list written as JSON.
 *
 * @throws InputError where there is neither
 */
export async function factual(output: unknown, context: AssertionContext = {}): Promise<GradingResult> {
  const { config = {}, vars = {} } = context;
  const [samples, references] = ['samples', 'context'].map((name) =>
    textsOf(config[name] ?? vars[name], name),
  );
  const detector = config.detector as ConfigInput | undefined;
  if (samples === undefined && references === undefined && detector === undefined)
    throw new InputError(
      'hallugraph: give samples or context, as a variable or in the config of the assertion',
    );
  const { verdict, pass, message } = await judgeText(
    output,
    {
      prompt: promptOf(context.prompt ?? ''),
      ...(samples && { samples }),
      ...(references && { context: references }),
    },
    references === undefined ? detector : { preset: 'check', ...detector },
  );
  return {
    ...{ pass, score: verdict.score ?? 0, reason: pass ? 'no error found' : message },
    componentResults: verdict.triples.map((fact) => ({
      pass: fact.label !== 'hallucinated',
      score: fact.score ?? 0,
      reason: factLines(factOf(verdict, fact)).join('\n'),
    })),
  };
}

function textsOf(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list = typeof value === 'string' && value.trimStart().startsWith('[') ? jsonIn(value) : value;
  const texts = Array.isArray(list) ? list : [value];
  if (texts.every((text) => typeof text === 'string')) return texts;
  throw new InputError(`hallugraph: ${name}: expected a text or a list of texts`);
}

/** A conversation, where promptfoo has one as JSON. */
function promptOf(text: string): Passage['prompt'] {
  const messages = text.trimStart().startsWith('[') ? jsonIn(text) : undefined;
  const isMessage = (value: { role?: unknown; content?: unknown } | null) =>
    ['system', 'user', 'assistant'].includes(String(value?.role)) && typeof value?.content === 'string';
  const isConversation = Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
  return isConversation && messages.at(-1).role === 'user' ? messages : text;
}

/** The model of a configuration: what it answers, with the verdict in the metadata. */
export class provider {
  readonly #detector: Detector;
  readonly #id: string;

  /**
   * @param options.config settings of a detector, which asks its generator for answer and samples; promptfoo adds
   *   `basePath`, which is no setting
   */
  constructor({ id, config }: { id?: string; config?: ConfigInput & { basePath?: string } } = {}) {
    const { basePath: _, ...settings } = config ?? {};
    this.#detector = createDetector(settings);
    this.#id = id ?? 'hallugraph';
  }

  id(): string {
    return this.#id;
  }

  async callApi(prompt: string): Promise<{
    output?: string;
    error?: string;
    tokenUsage?: { total: number; prompt: number; completion: number; numRequests: number };
    metadata?: { hallugraph: Pick<PassageVerdict, 'label' | 'score' | 'triples'> };
  }> {
    const verdict = await this.#detector
      .evaluate({ id: 'answer', prompt: promptOf(prompt) })
      .catch((error: Error) => error);
    if (verdict instanceof Error) return { error: verdict.message };
    const { passage, label, score, triples, usage } = verdict;
    const { requests, inputTokens, outputTokens } = usage;
    return {
      output: passage.response ?? '',
      tokenUsage: {
        ...{ total: inputTokens + outputTokens, prompt: inputTokens, completion: outputTokens },
        numRequests: requests,
      },
      metadata: { hallugraph: { label, score, triples } },
    };
  }

  /** Called by promptfoo at its end. */
  async cleanup(): Promise<void> {
    await this.#detector.close();
  }
}
