/** What every detector promises, wherever it works. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConfigInput } from '../../src/config/config-types.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { Detector, DetectorOptions } from '../../src/detector/detector-interface.ts';
import { BudgetError, ConfigError, InputError, ModelCallError } from '../../src/errors.ts';
import type { ChatModel } from '../../src/models/chat-model.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { HOSTILE_TEXTS } from '../report/hostile-report.ts';
import { brooke } from '../support/brooke.ts';

export interface DetectorUnderTest {
  detector: Detector;
  close(): Promise<void>;
}

type Make = (config: ConfigInput, options?: DetectorOptions) => Promise<DetectorUnderTest>;

const PASSAGE = { ...brooke.passage, samples: brooke.samples };

/** Answers nothing until it is told to stop. */
function silentModel() {
  const asked: (AbortSignal | undefined)[] = [];
  const complete: ChatModel['complete'] = (_, { signal } = {}) => {
    asked.push(signal);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  return { asked, chat: { id: 'test/silent', complete } };
}

const failing = (error: Error): DetectorOptions => ({
  chat: { id: 'test/failing', complete: () => Promise.reject(error) },
});

/** A model is asked, once. */
const ASKING: ConfigInput = { cache: { enabled: false }, models: { generator: { maxRetries: 0 } } };

export function describeDetector(name: string, make: Make): void {
  const made = async (config: ConfigInput, options?: DetectorOptions): Promise<Detector> => {
    const { detector, close } = await make(config, options);
    onTestFinished(close);
    return detector;
  };

  describe(`${name} keeps the promises of a detector`, () => {
    it('gives the whole record, to the last bit', async () => {
      const verdict = await (await made({ preset: 'local' })).evaluate(PASSAGE);
      expect(verdict.label).toBe('hallucinated');
      const own = createDetector({ preset: 'local' });
      expect(JSON.stringify(verdict)).toBe(JSON.stringify(await own.evaluate(PASSAGE)));
    });

    it('tells of each stage as it begins', async () => {
      const detector = await made({ preset: 'local' });
      const events: unknown[] = [];
      await detector.evaluate(PASSAGE, { onProgress: (event) => void events.push(event) });
      const stages = ['sample', 'segment', 'compare', 'score'];
      expect(events).toEqual(stages.map((stage) => ({ passageId: PASSAGE.id, stage })));
    });

    it('passes on what a listener to its progress throws', async () => {
      const detector = await made({ preset: 'local' });
      const onProgress = () => {
        throw new RangeError('of the listener');
      };
      await expect(detector.evaluate(PASSAGE, { onProgress })).rejects.toThrow(RangeError);
    });

    it('gives hostile texts back as they are', async () => {
      const detector = await made({ preset: 'local' });
      // A half of a character is in no text that is sent.
      const { surrogates: _, ...texts } = HOSTILE_TEXTS;
      for (const text of Object.values(texts)) {
        const response = `${text} was born in 1887.`;
        const passage = { id: text, prompt: text, response, samples: [response, text], context: [text] };
        expect((await detector.evaluate(passage)).passage).toEqual(passage);
      }
    });

    it('gives verdicts in the order of the passages, however many are in work', async () => {
      const detector = await made({ preset: 'local' });
      const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
      async function* passages(): AsyncGenerator<Passage> {
        for (const id of ids) yield { ...PASSAGE, id };
      }
      const verdicts: PassageVerdict[] = [];
      for await (const verdict of detector.evaluateAll(passages(), { concurrency: 6 }))
        verdicts.push(verdict);
      expect(verdicts.map(({ passage }) => passage.id)).toEqual(ids);
    });

    it('judges a passage that it cannot read as one that it abstains on', async () => {
      const verdict = await (await made({ preset: 'local' })).evaluate({ ...PASSAGE, response: '' });
      expect(verdict).toMatchObject({ label: 'abstained', score: null, abstention: { reason: 'empty' } });
    });

    it('takes a field that is null for missing, as files are read', async () => {
      const detector = await made({ preset: 'local' });
      const { samples: _, ...rest } = PASSAGE;
      const given = { ...rest, samples: null, context: null } as unknown as Passage;
      expect((await detector.evaluate(given)).passage).toEqual({ ...rest, samples: [] });
    });

    it.each([
      ['a field of another type', { ...PASSAGE, samples: [1] }, 'samples.0'],
      ['no id', { ...PASSAGE, id: '' }, 'id'],
      ['no response where no model is asked', { id: 'a', prompt: 'q' }, 'response'],
      ['a misspelt field', { ...PASSAGE, sampels: [] }, 'sampels'],
    ])('refuses a passage with %s', async (_, passage, field) => {
      const detector = await made({ preset: 'local' });
      const refused = detector.evaluate(passage as Passage);
      await expect(refused).rejects.toThrow(InputError);
      await expect(refused).rejects.toMatchObject({ code: 'input', field });
    });

    it.each([true, false])(
      'says whether a model that does not answer is worth another try (%s)',
      async (retryable) => {
        const error = new ModelCallError('the model is away', { retryable });
        const detector = await made(ASKING, failing(error));
        const evaluated = detector.evaluate({ id: 'a', prompt: 'q' });
        await expect(evaluated).rejects.toThrow(ModelCallError);
        const said = { message: 'the model is away', retryable, exitCode: 3 };
        await expect(evaluated).rejects.toMatchObject(said);
      },
    );

    it('says that a budget is used up', async () => {
      const detector = await made(ASKING, failing(new BudgetError('all is spent')));
      const evaluated = detector.evaluate({ id: 'a', prompt: 'q' });
      await expect(evaluated).rejects.toThrow(BudgetError);
      await expect(evaluated).rejects.toThrow('all is spent');
    });

    it('gives the reason of an abort that came before', async () => {
      const { asked, chat } = silentModel();
      const detector = await made(ASKING, { chat });
      const signal = AbortSignal.abort('no need');
      await expect(detector.evaluate({ id: 'a', prompt: 'q' }, { signal })).rejects.toBe('no need');
      expect(asked).toEqual([]);
    });

    it('stops its calls when it is aborted, and gives the reason', async () => {
      const { asked, chat } = silentModel();
      const detector = await made(ASKING, { chat });
      const controller = new AbortController();
      const evaluated = detector.evaluate({ id: 'a', prompt: 'q' }, { signal: controller.signal });
      await expect.poll(() => asked.length).toBe(1);
      controller.abort('enough');
      await expect(evaluated).rejects.toBe('enough');
      await expect.poll(() => asked[0]?.aborted).toBe(true);
    });

    it('takes readonly lists, and no concurrency that is none', async () => {
      const detector = await made({ preset: 'local' });
      const samples: readonly string[] = Object.freeze(['Ada was born in 1816.']);
      const verdict = await detector.evaluate({ prompt: 'q', response: 'Ada was born in 1815.', samples });
      expect(verdict.label).toBe('hallucinated');
      for (const concurrency of [0, -1, 1.5, Number.NaN, 'a' as unknown as number])
        expect(() => detector.evaluateAll([PASSAGE], { concurrency })).toThrow(
          new ConfigError(
            `concurrency: expected a whole number, 1 or more, found ${concurrency === ('a' as unknown) ? '"a"' : concurrency}`,
          ),
        );
    });

    it('takes nothing after it was closed', async () => {
      const detector = await made({ preset: 'local' });
      await detector.evaluate(PASSAGE);
      await detector.close();
      await expect(detector.evaluate(PASSAGE)).rejects.toThrow(new ConfigError('the detector is closed'));
    });

    it('describes what its verdicts rest on', async () => {
      const own = createDetector({ preset: 'local' });
      expect(await (await made({ preset: 'local' })).describe()).toEqual(await own.describe());
    });
  });
}
