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

const linesOf = (list: string): string[] =>
  list.split('\n').map((line) =>
    line
      .replace(/^\d+\. /, '')
      .replace(/^\((.*)\)$/, '$1')
      .replaceAll('; ', ' '),
  );

/** The numbered statements of a request, without the marks of a triple. */
export const statementsIn = (request: ChatRequest): string[] => linesOf(blockOf(request, 'statements'));

export const byTheLetter = (request: ChatRequest) =>
  checkedByTheLetter(blockOf(request, 'statements'), referencesIn(request));

/** Entailed where a reference holds the statement to the letter, else neutral. @param list the numbered statements */
export function checkedByTheLetter(list: string, references: readonly string[]) {
  return {
    verdicts: linesOf(list).map((statement, index) => {
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
