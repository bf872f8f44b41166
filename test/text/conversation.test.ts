import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../src/passage.ts';
import { promptMessages, promptText } from '../../src/text/conversation.ts';

const CONVERSATION: ChatMessage[] = [
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: 'Who was Ada Lovelace?' },
  { role: 'assistant', content: 'A mathematician.' },
  { role: 'user', content: 'Where was she born?' },
];

describe('a prompt', () => {
  it('that is a text is the one message of a user', () => {
    expect(promptMessages('Who?')).toEqual([{ role: 'user', content: 'Who?' }]);
    expect(promptText('Who?')).toBe('Who?');
    expect(promptText([{ role: 'user', content: 'Who?' }])).toBe('Who?');
  });

  it('that is a conversation is sent as it is, and shown with who said what', () => {
    expect(promptMessages(CONVERSATION)).toEqual(CONVERSATION);
    expect(promptText(CONVERSATION)).toBe(
      'System: Answer in one sentence.\n\nUser: Who was Ada Lovelace?\n\nAssistant: A mathematician.\n\nUser: Where was she born?',
    );
    expect(promptText(CONVERSATION.slice(0, 2))).toMatch(/^System: [^\n]+\n\nUser: Who was Ada Lovelace\?$/);
  });
});
