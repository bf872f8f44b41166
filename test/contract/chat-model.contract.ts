/** What every chat model promises; run against each implementation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ModelCallError } from '../../src/errors.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat-model.ts';

export interface ChatModelUnderTest {
  /** Answers every request. */
  model: ChatModel;
  /** Is refused by its service. */
  failing: ChatModel;
  /** Never gets an answer. */
  hanging: ChatModel;
  close(): Promise<void>;
}

export function describeChatModel(name: string, make: () => Promise<ChatModelUnderTest>): void {
  describe(`${name} keeps the promises of a chat model`, () => {
    let subject: ChatModelUnderTest;
    beforeAll(async () => {
      subject = await make();
      return subject.close;
    });

    const request: ChatRequest = {
      messages: [{ role: 'user', content: 'Where is Oslo?' }],
      purpose: 'contract',
    };

    it('has an id of provider and model', () => {
      expect(subject.model.id).toMatch(/^[^/]+\/.+$/);
    });

    it.each([undefined, 1, 2, 5])('gives as many choices as asked for (n = %s)', async (n) => {
      const { choices } = await subject.model.complete({ ...request, ...(n !== undefined && { n }) });
      expect(choices).toHaveLength(n ?? 1);
      for (const choice of choices) {
        expect(choice.text).not.toBe('');
        expect(choice.finishReason).toBe('stop');
      }
    });

    it('counts requests and tokens', async () => {
      const { usage } = await subject.model.complete(request);
      expect(usage.requests).toBe(1);
      expect(usage.inputTokens).toBeGreaterThan(0);
      expect(usage.outputTokens).toBeGreaterThan(0);
    });

    it('leaves the request as it was', async () => {
      const frozen = Object.freeze({ ...request, n: 2, messages: Object.freeze([...request.messages]) });
      await expect(subject.model.complete(frozen)).resolves.toBeDefined();
    });

    it('rejects with a ModelCallError when the service does not answer', async () => {
      const error = await subject.failing.complete(request).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ModelCallError);
      expect(error).toHaveProperty('code', 'model-call');
    });

    it('rejects with the reason of a signal that is aborted already', async () => {
      const reason = new Error('enough');
      await expect(subject.model.complete(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
    });

    it('rejects with the reason of a signal that aborts on the way', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const answer = subject.hanging.complete({ ...request, n: 2 }, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 20);
      await expect(answer).rejects.toBe(reason);
    });
  });
}
