/** Whatever the texts from outside hold, they change nothing of a request but what stands within their blocks. */
import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { HOSTILE, outsideBlocks } from '../support/hostile.ts';

/** @param requestsFor the requests where every text from outside carries `extra` */
export function describeHostileTexts(
  about: string,
  requestsFor: (extra: string) => Promise<readonly ChatRequest[]>,
): void {
  describe(`hostile text in ${about}`, () => {
    it.each(HOSTILE)('%j stays inside its block', async (attack) => {
      const plain = new Map((await requestsFor('Q')).map((request) => [request.purpose, frameOf(request)]));
      const requests = await requestsFor(attack);
      expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(new Set(plain.keys()));
      for (const request of requests) expect(frameOf(request)).toEqual(plain.get(request.purpose));
    });
  });
}

const frameOf = ({ messages, schema, temperature }: ChatRequest) => ({
  ...{ schema, temperature },
  messages: messages.map(({ role, content }) => ({
    // how many texts share a request is a matter of their length
    content: role === 'user' ? outsideBlocks(content).replace(/(?:<([a-z]+)-\d+\/>\s*)+/g, '<$1/>') : content,
    role,
  })),
});
