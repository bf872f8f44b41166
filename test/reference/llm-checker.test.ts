import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { createLlmChecker } from '../../src/reference/llm-checker.ts';
import { describeHostileTexts } from '../contract/hostile-texts.contract.ts';
import { describeReferenceChecker } from '../contract/reference-checker.contract.ts';
import { byTheLetter, referencesIn, statementsIn } from '../support/reference-answers.ts';
import { type Script, scriptedChat } from '../support/scripted-chat.ts';

const prompts = await loadPrompts();

describeReferenceChecker('llm', async () => ({
  checker: createLlmChecker({
    model: scriptedChat({ 'reference-check': byTheLetter }),
    prompts,
    groupSize: 3,
  }),
}));

async function check(
  answer: Script[string],
  statements: readonly string[],
  references: readonly string[] = ['Ann Lee sang in Leeds.', 'She slept “well” there.'],
) {
  const model = scriptedChat({ 'reference-check': answer });
  const checker = createLlmChecker({ model, prompts, groupSize: 2 });
  const input = { question: 'Who?', statements: statements.map((text) => ({ text })), references };
  return { model, checks: await checker.check(input) };
}
const verdict = (number: number, label: string, reference = 0, quote = '') => ({
  ...{ number, label, reference, quote },
});

describe('the LLM checker', () => {
  it('asks for groups of statements at once, with all references', async () => {
    const { model, checks } = await check(byTheLetter, ['Ann Lee sang', 'She slept', 'Bo']);
    expect(model.requests.map((request) => statementsIn(request)).sort()).toEqual([
      ['Ann Lee sang'],
      ['She slept', 'Bo'],
    ]);
    expect(model.requests.every((request) => referencesIn(request).length === 2)).toBe(true);
    expect(checks.map(({ label, value }) => [label, value])).toEqual([
      ['entailment', 1],
      ['entailment', 1],
      ['neutral', 0],
    ]);
    expect(checks.map(({ evidence }) => evidence)).toEqual([
      { reference: 0, span: { start: 0, end: 12 } },
      { reference: 1, span: { start: 0, end: 9 } },
      null,
    ]);
  });

  it('finds a quote in other type, and in another reference than was named', async () => {
    const { checks } = await check(
      {
        verdicts: [verdict(1, 'Contradiction.', 1, 'she slept  "well"'), verdict(2, 'Supported', 7, 'Leeds')],
      },
      ['She lay awake', 'Leeds is a place'],
    );
    expect(checks).toEqual([
      {
        ...{ value: 0, reason: null, label: 'contradiction', note: null },
        evidence: { reference: 1, span: { start: 0, end: 16 } },
      },
      {
        ...{ value: 1, reason: null, label: 'entailment', note: null },
        evidence: { reference: 0, span: { start: 16, end: 21 } },
      },
    ]);
  });

  it('says so where the quote stands nowhere', async () => {
    const { checks } = await check({ verdicts: [verdict(1, 'entailment', 1, 'Ann Lee danced')] }, [
      'Ann danced',
    ]);
    expect(checks[0]).toMatchObject({
      label: 'entailment',
      evidence: null,
      note: 'the quotation of the checker does not occur in the reference',
    });
  });

  it('loses one statement to an answer that cannot be used, not all', async () => {
    const answer = { verdicts: [verdict(1, 'perhaps'), verdict(2, 'neutral')] };
    const { model, checks } = await check(answer, ['Ann', 'Bo']);
    expect(checks[0]).toMatchObject({ value: null, label: null, reason: 'unparsable' });
    expect(checks[0]?.raw).toContain('perhaps');
    expect(checks[1]).toMatchObject({ value: 0, label: 'neutral' });
    expect(model.requests).toHaveLength(2);
  });

  it('reads long references in several requests: entailment wins, then contradiction', async () => {
    const filler = 'The town was old and quiet. '.repeat(900); // about 6,300 tokens
    const references = ['Ann Lee sang.', filler, 'Bo Day slept.'];
    const answer = (request: ChatRequest) => ({
      verdicts: statementsIn(request).map((statement, index) => {
        const [place] = referencesIn(request).flatMap((text, at) =>
          text.includes(statement) ? [at + 1] : [],
        );
        if (place !== undefined) return verdict(index + 1, 'entailment', place, statement);
        return verdict(index + 1, 'contradiction', 1, referencesIn(request)[0]?.slice(0, 8));
      }),
    });
    const { model, checks } = await check(answer, ['Bo Day slept', 'Cy Fox wept'], references);
    expect(model.requests.length).toBeGreaterThan(1);
    expect(checks[0]).toMatchObject({ label: 'entailment', value: 1, evidence: { reference: 2 } });
    expect(checks[1]).toMatchObject({ label: 'contradiction', value: 0 });
  });

  it('asks in halves where an answer is too long', async () => {
    const answer = (request: ChatRequest) =>
      statementsIn(request).length > 1
        ? [{ text: '{"verdicts": [', finishReason: 'length' as const }]
        : byTheLetter(request);
    const { checks } = await check(answer, ['Ann Lee sang', 'Bo']);
    expect(checks.map(({ label }) => label)).toEqual(['entailment', 'neutral']);
  });

  it('takes a refused request as data, and lets broken machinery through', async () => {
    const refused = await check([{ text: 'No.', finishReason: 'content-filter' }], ['Ann', 'Bo']);
    expect(refused.checks).toMatchObject([{ reason: 'refused' }, { reason: 'refused' }]);
    const tooLong = new ModelCallError('too long', { retryable: false, status: 413 });
    expect((await check(tooLong, ['Ann'])).checks).toMatchObject([{ value: null, reason: 'call-failed' }]);
    const down = new ModelCallError('down', { retryable: false, status: 503 });
    await expect(check(down, ['Ann'])).rejects.toBe(down);
  });
});

describeHostileTexts('a question, a statement or a reference', async (extra) => {
  const model = scriptedChat({ 'reference-check': byTheLetter });
  await createLlmChecker({ model, prompts, groupSize: 2 }).check({
    question: extra,
    statements: [{ text: `Ann ${extra}` }],
    references: [`Ann Lee. ${extra}`],
  });
  return model.requests.slice(0, 1);
});
