import { expect, it } from 'vitest';
import { isCourtesy } from '../../src/english/courtesy.ts';

it.each([
  ...['Dear Ms Keller,', 'Dear Sir or Madam:', 'Hello!', 'Hi Tom,', 'Good morning, '.trim()],
  ...['Kind regards, Tom Albrecht Customer Care', 'Best regards,\nTom', 'Yours sincerely, Maria Lopez'],
  ...[
    'Sincerely,',
    'Many thanks',
    'All the best!',
    'Thank you for your message.',
    'thanks for your patience!',
  ],
])('%j is a courtesy', (sentence) => {
  expect(isCourtesy(sentence)).toBe(true);
});

it.each([
  ...['Dear friends died in the war.', 'Hello World is a program.', 'Dear Ms Keller, the parcel is lost.'],
  ...['Kind regards were sent by the Queen.', 'Thanks to Tom, the bridge stands.', 'Mit freundlichen Grüßen'],
  'Thank you for your payment of 30 euros, which arrived.',
])('%j states something, or is not English', (sentence) => {
  expect(isCourtesy(sentence)).toBe(false);
});
