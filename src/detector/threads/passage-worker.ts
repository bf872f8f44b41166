/** The code of a worker thread: one passage in, its verdict out, without environment, keys or services. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { once } from '../../common/memoize.ts';
import type { WithThresholds } from '../../config/thresholds.ts';
import { evaluatePassage } from '../detector.ts';
import type { ProgressEvent } from '../detector-interface.ts';
import { meterChat } from '../../models/budget/metered-chat.ts';
import type { ChatService } from '../../models/chat-services.ts';
import { createEmbedder, createEntityRecogniser } from '../../models/create.ts';
import { type Costs, encodersOf, loadPromptsOf, passageParts, type SharedParts } from '../parts.ts';
import type { Passage, PassageVerdict } from '../../passage.ts';
import { type CountedVerdict, type Recorded, recordedVerdict } from '../../records/record-line.ts';
import { type Asked, type Asking, askOver, type Outcome, outcomeOf } from './questions.ts';

/** Start data of a thread. */
export interface ThreadSettings {
  config: WithThresholds;
  /** Ids of the parts that the main thread provides; others are created here or not needed. */
  asked: Partial<Record<Asked, string>>;
}

export interface PassageTask {
  passage: Passage;
  port: MessagePort;
  reportsStages: boolean;
  /** Whether the verdict is returned as its line. */
  asLine: boolean;
}

type Result = PassageVerdict | Recorded<CountedVerdict>;

const { config, asked } = workerData as ThreadSettings;
const loadOwn = once(makeOwn);

export async function evaluateTask(task: PassageTask): Promise<Outcome<Result>> {
  const { passage, port, reportsStages, asLine } = task;
  const asking = askOver(port);
  try {
    return await outcomeOf(async () => {
      const shared: SharedParts = { ...(await loadOwn()), ...askedParts(asking) };
      const options = {
        signal: asking.signal,
        ...(reportsStages && { onProgress: ({ stage }: ProgressEvent) => asking.report(stage) }),
      };
      const parts = passageParts(shared, passage.id);
      const verdict = withCosts(await evaluatePassage(passage, { config, parts, options }), asking);
      return asLine ? recordedVerdict(await verdict) : verdict;
    });
  } finally {
    port.close();
  }
}

/** What the calls of a passage have cost is counted where they are answered. */
const withCosts = async (verdict: PassageVerdict, { ask }: Asking): Promise<PassageVerdict> =>
  asked.generator === undefined ? verdict : { ...verdict, ...(await ask<Costs>('costs', null)) };

/** Parts that the passages of this thread share. */
async function makeOwn() {
  const { enabled, entities } = config.uncertainty;
  const [embedder, prompts, recogniser] = await Promise.all([
    createEmbedder({ ...config.embedder, provider: 'lexical' }, {}),
    loadPromptsOf(config),
    enabled && asked.recogniser === undefined ? createEntityRecogniser(entities, {}) : null,
  ]);
  return { config, prompts, embedder, recogniser, nli: null, services: null, ...encodersOf(config) };
}

/** Parts provided by the main thread. */
function askedParts({ ask }: Asking): Partial<SharedParts> {
  const { generator, analyst, judge, embedder, nli, recogniser } = asked;
  const service = (role: 'generator' | 'analyst' | 'judge', id: string): ChatService => {
    const chat: ChatService['chat'] = { id, complete: (request, options) => ask(role, request, options) };
    return { id, chat, forPassage: () => meterChat(chat) };
  };
  return {
    ...(generator !== undefined &&
      analyst !== undefined &&
      judge !== undefined && {
        services: {
          generator: service('generator', generator),
          analyst: service('analyst', analyst),
          judge: service('judge', judge),
        },
      }),
    ...(embedder !== undefined && {
      embedder: { id: embedder, embed: (texts, options) => ask('embedder', texts, options) },
    }),
    ...(nli !== undefined && {
      nli: { id: nli, classify: (pairs, options) => ask('nli', pairs, options) },
    }),
    ...(recogniser !== undefined && {
      recogniser: { id: recogniser, recognise: (text, options) => ask('recogniser', text, options) },
    }),
  };
}
