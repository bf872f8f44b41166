/** The stream of a guarded model: judged at its end, held back until it is judged, or judged sentence by sentence. */
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { splitSentences } from '../english/sentences.ts';
import type { PassageVerdict } from '../passage.ts';
import type { GuardedCall } from './guarded-call.ts';
import type { GuardSettings } from './guard-settings.ts';
import {
  annotationOf,
  type GuardAction,
  type GuardOutcome,
  METADATA_KEY,
  metadataOf,
} from './guard-words.ts';

type Part = LanguageModelV3StreamPart;
type Finish = Extract<Part, { type: 'finish' }>;
type Guarding = TransformStream<Part, Part>;

export const REFUSED = { unified: 'content-filter', raw: METADATA_KEY } as const;

const textParts = (text: string, id = METADATA_KEY): Part[] =>
  text === ''
    ? []
    : [
        { type: 'text-start', id },
        { type: 'text-delta', id, delta: text },
        { type: 'text-end', id },
      ];

const withMetadata = (part: Finish, outcome: GuardOutcome): Finish => ({
  ...part,
  ...(outcome.action === 'refused' && { finishReason: REFUSED }),
  providerMetadata: { ...part.providerMetadata, [METADATA_KEY]: metadataOf(outcome) },
});

export function guardedStream(call: GuardedCall, settings: GuardSettings): Guarding {
  if (settings.streaming === 'sentence') return bySentence(call, settings);
  const { policy, onFailure, otherwise } = settings;
  const refuses =
    policy === 'refuse' || onFailure === 'refuse' || (policy === 'retry' && otherwise === 'refuse');
  return policy === 'retry' || refuses ? heldBack(call, refuses) : atEnd(call);
}

/** Sends a stream on, and tells when it has ended, failed, or was cancelled by its reader. */
export function ending(end: () => void): Guarding {
  // The type of Node 20.19 lacks `cancel`.
  const told = { flush: end, cancel: end };
  return new TransformStream(told);
}

/** Text is sent as it arrives; a note is added before the end. */
function atEnd(call: GuardedCall): Guarding {
  let text = '';
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type !== 'finish') return controller.enqueue(part);
      const guarded = await call.applyPolicy(text);
      for (const added of textParts(guarded.addition)) controller.enqueue(added);
      controller.enqueue(withMetadata(part, guarded));
    },
  });
}

/** Text waits for the verdict, which may replace it. @param refuses whether text that was never judged is not sent */
function heldBack(call: GuardedCall, refuses: boolean): Guarding {
  let waiting: Part[] = [];
  const isText = ({ type }: Part) => type.startsWith('text-');
  return new TransformStream({
    async transform(part, controller) {
      if (part.type !== 'finish') {
        // Other parts keep their place behind a text.
        if (isText(part) || waiting.length > 0) waiting.push(part);
        else controller.enqueue(part);
        return;
      }
      const text = waiting.flatMap((one) => (one.type === 'text-delta' ? [one.delta] : [])).join('');
      const guarded = await call.applyPolicy(text);
      const others = waiting.filter((one) => !isText(one));
      const given = guarded.text === null ? waiting : [...textParts(guarded.text), ...others];
      for (const one of [...given, ...textParts(guarded.addition, `${METADATA_KEY}-note`)])
        controller.enqueue(one);
      controller.enqueue(withMetadata(part, guarded));
      waiting = [];
    },
    flush(controller) {
      // A stream that breaks off has no finish, and no verdict.
      for (const one of waiting) if (!(refuses && isText(one))) controller.enqueue(one);
    },
  });
}

/** A sentence is sent once it is judged, as part of the text up to it. */
function bySentence(call: GuardedCall, { policy }: GuardSettings): Guarding {
  let judged = '';
  let waiting = '';
  let action: GuardAction = 'passed';
  let last: Pick<GuardOutcome, 'verdict' | 'note'> = { verdict: null, note: 'no text' };

  const released = async (piece: string): Promise<string> => {
    const before = judged.length;
    judged += piece;
    if (piece.trim() === '') return piece;
    const judgement = await call.judge(judged, (verdict) => since(verdict, before));
    const { verdict, fate } = judgement;
    last = { verdict: verdict ?? last.verdict, note: judgement.note };
    const added = verdict && since(verdict, before);
    if (fate === 'refuse' || (fate === 'wrong' && policy === 'refuse')) {
      action = 'refused';
      const { text, note } = call.refusal(fate === 'wrong' ? added : null);
      last.note ??= note;
      return text;
    }
    if (added === null || fate === 'pass' || policy === 'pass') return piece;
    action = 'annotated';
    return `${piece.trimEnd()}${annotationOf(added)}\n\n`;
  };
  const send = async (id: string, piece: string, controller: TransformStreamDefaultController<Part>) => {
    if (piece === '' || action === 'refused') return;
    controller.enqueue({ type: 'text-delta', id, delta: await released(piece) });
  };
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === 'text-delta') {
        waiting += part.delta;
        const end = endOfSentences(waiting);
        const piece = waiting.slice(0, end);
        waiting = waiting.slice(end);
        return send(part.id, piece, controller);
      }
      if (part.type === 'text-end') {
        await send(part.id, waiting, controller);
        waiting = '';
      }
      if (part.type !== 'finish') return controller.enqueue(part);
      controller.enqueue(withMetadata(part, { ...last, action, retries: 0, usage: call.usage() }));
    },
  });
}

/** The start of the last sentence, which may be incomplete. */
const endOfSentences = (text: string): number => splitSentences(text).at(-1)?.start ?? 0;

/** The part of a verdict on the text after a position. */
function since(verdict: PassageVerdict, start: number): PassageVerdict {
  const triples = verdict.triples.filter(({ triple: { span } }) => span !== null && span.end > start);
  const sentences = verdict.sentences.filter(({ span }) => span.end > start);
  const isWrong = [...triples, ...sentences].some(({ label }) => label === 'hallucinated');
  const ofRest = verdict.label === 'hallucinated' ? 'factual' : verdict.label;
  return { ...verdict, triples, sentences, label: isWrong ? 'hallucinated' : ofRest };
}
