/** Answers to the prompt `reference-check`, as a model would give them that reads by the letter. */
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { blockOf } from './scripted-chat.ts';

/** The reference blocks of a request, in order. */
export function referencesIn(request: ChatRequest): string[] {
  const user = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  return [...user.matchAll(/<references-\d+-([0-9a-f]{12})>\n([\s\S]*?)\n<\/references-\d+-\1>/g)].map(
    ([, , text]) => text as string,
  );
}

/** The numbered statements of a request, without the marks of a triple. */
export function statementsIn(request: ChatRequest): string[] {
  return blockOf(request, 'statements')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\d+\. /, '')
        .replace(/^\((.*)\)$/, '$1')
        .replaceAll('; ', ' '),
    );
}

/** Entailed where a reference holds the statement to the letter, else neutral. */
export function byTheLetter(request: ChatRequest) {
  const references = referencesIn(request);
  return {
    verdicts: statementsIn(request).map((statement, index) => {
      const place = references.findIndex((text) => text.includes(statement));
      return {
        number: index + 1,
        label: place < 0 ? 'neutral' : 'entailment',
        reference: place + 1,
        quote: place < 0 ? '' : statement,
      };
    }),
  };
}
