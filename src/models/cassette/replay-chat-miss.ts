/** Says what a recording lacks: the request, and how it differs from the closest one that was recorded. */
import type { Cassette } from './cassette.ts';
import type { AskedEntry, CassetteEntry } from './cassette-entry.ts';

export async function describeMiss(asked: AskedEntry, cassette: Cassette): Promise<string> {
  const { purpose, model } = asked.request;
  const what = `the recording has no answer to a request for "${purpose}" of ${model}`;
  const recorded = cassette.count(asked);
  if (recorded > 0) return `${what}: it was recorded ${times(recorded)} and is asked once more`;
  const closest = await closestTo(asked, cassette);
  if (closest === null) return `${what}: nothing was recorded for "${purpose}"`;
  const lines = [...closest.differences.map(showDifference), ...closest.messages].map((line) => `- ${line}`);
  if (lines.length === 0) lines.push('- settings of the model or the answer schema');
  return `${what}. The closest request recorded for it differs in\n${lines.join('\n')}`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

interface Difference {
  name: string;
  recorded: unknown;
  asked: unknown;
}

interface Comparison {
  differences: Difference[];
  messages: string[];
  /** Characters of the messages before the first that differs. */
  common: number;
}

/** Fewest differences, messages counting as one; among equals the one whose messages agree longest. */
async function closestTo(asked: AskedEntry, cassette: Cassette): Promise<Comparison | null> {
  let closest: Comparison | null = null;
  for await (const recorded of cassette.entries()) {
    if (recorded.request.purpose !== asked.request.purpose) continue;
    const comparison = compare(recorded, asked);
    if (closest === null || isCloser(comparison, closest)) closest = comparison;
  }
  return closest;
}

function isCloser(a: Comparison, b: Comparison): boolean {
  const count = ({ differences, messages }: Comparison) => differences.length + Math.min(1, messages.length);
  return count(a) === count(b) ? a.common > b.common : count(a) < count(b);
}

function compare(recorded: CassetteEntry, asked: AskedEntry): Comparison {
  const differences = Object.entries(comparable(asked))
    .map(([name, value]): Difference => ({ name, recorded: comparable(recorded)[name], asked: value }))
    .filter((difference) => difference.recorded !== difference.asked);
  return { differences, ...compareMessages(recorded.request.messages, asked.request.messages) };
}

function comparable({ scope, firstDraw, n, request }: AskedEntry): Record<string, unknown> {
  const { model, temperature, maxOutputTokens, seed, schema, logprobs = null } = request;
  return {
    model,
    temperature,
    'token limit': maxOutputTokens,
    'alternatives of a token': logprobs,
    seed,
    schema,
    scope,
    n,
    'first draw': firstDraw,
  };
}

const show = (value: unknown): string => (value === null ? 'none' : String(value));

function showDifference({ name, recorded, asked }: Difference): string {
  return `${name}: recorded ${show(recorded)}, asked ${show(asked)}`;
}

type Messages = AskedEntry['request']['messages'];

function compareMessages(recorded: Messages, asked: Messages): Pick<Comparison, 'messages' | 'common'> {
  let common = 0;
  for (let index = 0; index < Math.max(recorded.length, asked.length); index++) {
    const [theirs, ours] = [recorded[index], asked[index]];
    const place = `message ${index + 1}`;
    if (theirs === undefined || ours === undefined) {
      return { messages: [`messages: recorded ${recorded.length}, asked ${asked.length}`], common };
    }
    if (theirs.role !== ours.role) {
      return { messages: [`${place}: recorded as ${theirs.role}, asked as ${ours.role}`], common };
    }
    const at = commonLength(theirs.content, ours.content);
    common += at;
    if (theirs.content !== ours.content) {
      const [before, now] = [excerpt(theirs.content, at), excerpt(ours.content, at)];
      const line = `${place} (${ours.role}) from character ${at + 1}: recorded ${before}, asked ${now}`;
      return { messages: [line], common };
    }
  }
  return { messages: [], common };
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

const EXCERPT_LENGTH = 40;

function excerpt(text: string, at: number): string {
  const end = at + EXCERPT_LENGTH;
  return JSON.stringify(text.slice(at, end)) + (text.length > end ? '…' : '');
}
