import { expect, it } from 'vitest';
import { isCourtesy } from '../../src/english/courtesy.ts';

it.each([
  ...['Dear Ms Keller,', 'Dear Sir or Madam:', 'Hello!', 'Hi Tom,', 'Good morning, '.trim()],
  ...['Kind regards, Tom Albrecht Customer Care', 'Best regards,\nTom', 'Yours sincerely, Maria Lopez'],
  ...['Sincerely,', 'Many thanks', 'All the best!'],
])('%j is a salutation or closing', (sentence) => {
  expect(isCourtesy(sentence)).toBe(true);
});

it.each([
  ...['Dear friends died in the war.', 'Hello World is a program.', 'Dear Ms Keller, the parcel is lost.'],
  ...['Kind regards were sent by the Queen.', 'Thanks to Tom, the bridge stands.', 'Mit freundlichen Grüßen'],
])('%j states something, or is not English', (sentence) => {
  expect(isCourtesy(sentence)).toBe(false);
});
