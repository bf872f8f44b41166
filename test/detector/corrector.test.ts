/** Detect, correct, detect again: on the sample passages without a model, and with a model over real HTTP. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changedOutside } from '../../src/correction/rewritable-parts.ts';
import { correctPassage, createCorrector } from '../../src/detector/corrector.ts';
import type { Correction, Corrector } from '../../src/detector/corrector-interface.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { renderCorrections, summariseCorrections } from '../../src/report/corrections.ts';
import { allOf } from '../../src/run/records.ts';
import { parsedLines } from '../support/json-lines.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { verdictOf } from '../support/verdicts.ts';

const linesOf = (name: string) =>
  parsedLines(readFileSync(new URL(`../../datasets/samples/${name}.jsonl`, import.meta.url), 'utf8'));
const PASSAGES: Passage[] = linesOf('passages');
/** Tails have no article before them. */
const withoutArticle = ({ text, correct }: { text: string; correct: string | null }) => ({
  text: text.replace(/^the /, ''),
  correct,
});
const PLANTED = new Map<string, { text: string; correct: string | null }[]>(
  linesOf('labels').map(({ id, wrong }) => [id, wrong.map(withoutArticle)]),
);
const passage = (id: string) => PASSAGES.find((one) => one.id === id) as Passage;

/** Closed when the test ends. */
function corrector(...args: Parameters<typeof createCorrector>): Corrector {
  const made = createCorrector(...args);
  onTestFinished(() => made.close());
  return made;
}

describe('without a model, on the sample passages', () => {
  const results = (async () => {
    const local = createCorrector({ preset: 'local' });
    const verdicts = await allOf(local.detector.evaluateAll(PASSAGES));
    return { verdicts, corrections: await allOf(local.correctAll(verdicts)) };
  })();
  const replacedIn = ({ changes }: Correction) => changes.filter(({ status }) => status === 'replaced');

  it('corrects the same whether or not graphs were compared before', async () => {
    const { corrections } = await results;
    const whole = corrector({ preset: 'local', consistency: { always: true } });
    const others = await allOf(whole.correctAll(await allOf(whole.detector.evaluateAll(PASSAGES))));
    const textsOf = (list: Correction[]) => list.map(({ corrected, changes }) => ({ corrected, changes }));
    expect(textsOf(others)).toEqual(textsOf(corrections));
    expect(corrections[0]?.before.trace.consistency).toEqual([]);
  });

  it('puts planted errors right, and never puts anything else in', async () => {
    const { corrections } = await results;
    const replaced = corrections.flatMap((one) => replacedIn(one).map((change) => ({ id: one.id, change })));
    expect(replaced.length).toBeGreaterThanOrEqual(4);
    for (const { id, change } of replaced) {
      const planted = PLANTED.get(id)?.find(({ text }) => change.old.tail.includes(text));
      const right = change.old.tail.replace(planted?.text ?? '', planted?.correct ?? '');
      // "Stamford Bridge" for "the Battle of Stamford Bridge"
      expect([right, right.split(' of ').at(-1)]).toContain(change.new?.tail);
      expect(change.new?.tail).not.toBe(change.old.tail);
    }
  });

  it('changes nothing but the sentences of what it replaced', async () => {
    for (const one of (await results).corrections) {
      const spans = replacedIn(one).map(
        ({ tripleId }) => one.before.triples.find(({ triple }) => triple.id === tripleId)?.triple.span,
      );
      const sentences = one.before.sentences
        .map(({ span }) => span)
        .filter(({ start, end }) => spans.some((span) => span && span.start < end && span.end > start));
      expect(changedOutside(one.original, one.corrected, sentences)).toBe(false);
    }
  });

  it('finds the new facts factual or unsure, and leaves the rest as it was', async () => {
    const { verdicts, corrections } = await results;
    expect(corrections.map(({ before }) => before)).toEqual(verdicts);
    for (const one of corrections) {
      const replaced = replacedIn(one);
      if (replaced.length === 0) expect(one).toMatchObject({ corrected: one.original, rouge: null });
      else expect(one.rouge?.rouge1).toBeGreaterThan(0.9);
      if (replaced.length === 0) expect(one.after).toBe(one.before);
      for (const { after } of replaced) {
        expect(['factual', 'unsure']).toContain(after?.label);
        expect(after?.score).toBeGreaterThan(0.5);
      }
      expect(one.after.passage.samples).toEqual(one.before.passage.samples);
    }
  });

  it('says of every flagged fact what became of it', async () => {
    for (const { before, changes } of (await results).corrections) {
      const flagged = before.triples.filter(({ label }) => label === 'hallucinated');
      expect(changes.map(({ tripleId }) => tripleId)).toEqual(flagged.map(({ triple }) => triple.id));
      for (const { status, reason } of changes) expect(reason === null).toBe(status === 'replaced');
    }
  });

  it('corrects facts below a score as well where asked to', async () => {
    const verdict = (await results).verdicts[0] as PassageVerdict;
    const { changes } = await corrector({ preset: 'local' }, { below: 2 }).correct(verdict);
    expect(changes).toHaveLength(verdict.triples.length);
  });
});

/** A model that exchanges the last word the facts differ in, and corrects too much where asked directly. */
async function service() {
  const server = await serveOpenAi({
    handler: ({ body }) => {
      const user: string = body.messages[1].content;
      const block = (tag: string) =>
        new RegExp(`<${tag}-[0-9a-f]{12}>\\n([\\s\\S]*?)\\n</${tag}`).exec(user)?.[1] ?? '';
      if (body.response_format.json_schema.name === 'direct-correction')
        return JSON.stringify({
          text: block('response').replace('Kraków', 'Warsaw').replace('radiation', 'poison'),
        });
      if (body.response_format.json_schema.name === 'sentence-correction')
        return JSON.stringify({
          text: block('sentences').includes('Kraków')
            ? block('response').replace('Kraków', 'Warsaw')
            : block('response'),
        });
      const tails = (tag: string) =>
        block(tag)
          .split('\n')
          .map((line) => line.slice(line.lastIndexOf(';') + 2, -1));
      const fresh = tails('new-facts');
      const sentence = tails('old-facts').reduce(
        (text, old, index) => text.replace(old, fresh[index] as string),
        block('sentence'),
      );
      return JSON.stringify({ sentence });
    },
  });
  const models = { generator: { model: 'test-model' } };
  return { server, config: { preset: 'local', cache: { enabled: false }, models } as const, env: server.env };
}

describe('with a model', () => {
  it('takes values from the samples, lets the model rewrite, and measures the direct prompt beside', async () => {
    const { server, config, env } = await service();
    const made = corrector(config, { env, replace: 'llm', direct: true });
    const one = await made.correctPassage(passage('marie-curie'));
    expect(one.corrected).toBe(one.original.replace('Kraków', 'Warsaw').replace('1913', '1911'));
    expect(one.direct).toMatchObject({ reason: null, changedOutside: true });
    expect(one.direct?.corrected).toContain('poison');
    expect(one.direct?.rouge?.rouge1).toBeGreaterThan(0.9);
    expect(one.usage.requests).toBe(server.chatBodies().length);
    expect(
      server
        .chatBodies()
        .map(({ response_format }) => response_format.json_schema.name)
        .sort(),
    ).toEqual(['direct-correction', 'replace-facts', 'replace-facts']);
  });

  it('measures correction by sentences beside, of those that state a flagged fact', async () => {
    const { server, config, env } = await service();
    const made = corrector(config, { env, replace: 'llm', bySentences: true });
    const one = await made.correctPassage(passage('marie-curie'));
    expect(one.direct).toBeUndefined();
    expect(one.bySentences).toMatchObject({ reason: null, changedOutside: false, introduced: [] });
    expect(one.bySentences?.corrected).toBe(one.original.replace('Kraków', 'Warsaw'));
    const [body] = server
      .chatBodies()
      .filter(({ response_format }) => response_format.json_schema.name === 'sentence-correction');
    const sentences: string = body.messages[1].content.split('The text:')[0].split('something wrong:')[1];
    expect(sentences).toContain('Kraków');
    expect(sentences).toContain('1913');
    expect(sentences).not.toContain('aplastic anaemia');
    // it puts one of two flagged facts right, correction by facts both
    const { verdicts, bySentences, direct } = summariseCorrections([one]);
    expect(direct).toBeNull();
    expect(bySentences?.factualIncrease).toBeGreaterThan(0);
    expect(verdicts.factualIncrease).toBeGreaterThan(bySentences?.factualIncrease as number);
    const options = { format: 'table', color: false, columns: 100, trace: false } as const;
    expect(renderCorrections([one], options)).toContain('by sentences: 1 text changed, 0 of them outside');
    const [record] = JSON.parse(renderCorrections([one], { ...options, format: 'json' })).passages;
    expect(record.bySentences.after).not.toHaveProperty('trace');
  });

  it('asks nothing for a passage without a flagged fact', async () => {
    const { server, config, env } = await service();
    const calm = verdictOf(passage('lisbon'), []);
    const one = await corrector(config, { env, replace: 'llm', direct: true }).correct(calm);
    expect(one).toMatchObject({ changes: [], rouge: null, direct: { rouge: null, changedOutside: false } });
    expect(server.requests).toEqual([]);
  });
});

describe('createCorrector', () => {
  it('works as the configuration does: with a model where it asks one', () => {
    expect(corrector({ preset: 'local' }).replace).toBe('text');
    expect(corrector({}).replace).toBe('llm');
    expect(corrector({}, { replace: 'text' }).replace).toBe('text');
  });

  it('refuses a passage in the place of a verdict, and says what takes one', async () => {
    await expect(corrector({ preset: 'local' }).correct(passage('lisbon') as never)).rejects.toThrow(
      /correct takes a verdict.*correctPassage/,
    );
  });

  it('refuses the direct prompt without a model, and verdicts without a threshold', async () => {
    for (const baseline of [{ direct: true }, { bySentences: true }])
      expect(() => createCorrector({ preset: 'local' }, baseline)).toThrow('needs a model');
    const undecided = { ...verdictOf(passage('lisbon'), []), label: 'undecided' as const };
    await expect(corrector({ preset: 'local' }).correct(undecided)).rejects.toThrow(
      'needs the whole data set',
    );
  });

  it('judges the new text under the threshold that the data set gave', async () => {
    const scoring = { threshold: { rule: 'meanPlusVariance', k: 0 } } as const;
    const made = corrector({ preset: 'local', scoring });
    const found = await corrector({ preset: 'local' }).detector.evaluate(passage('rust-language'));
    const { after } = await made.correct({ ...found, threshold: 0.5 });
    expect(after.passage.response).toContain('May 2015');
    expect(after.threshold).toBe(0.5);
    expect(after.label).toBe('factual');
  });

  it('leaves out what was said of the text before: claims, tokens', async () => {
    const claims = ['Rust 1.0 came out in 2012.'];
    const tokens = [{ text: 'Rust', logprob: -0.1 }];
    const one = await correctPassage({ ...passage('rust-language'), claims, tokens }, { preset: 'local' });
    expect(one.before.passage).toMatchObject({ claims, tokens });
    expect(one.after.passage).not.toHaveProperty('claims');
    expect(one.after.passage).not.toHaveProperty('tokens');
  });

  it("moves the caller's sentences with the text", async () => {
    const { response = '', ...rest } = passage('rust-language');
    const cut = response.indexOf('Rust 1.0');
    const end = response.indexOf(' The language comes');
    const sentences = [
      { start: 0, end: cut },
      { start: cut, end },
      { start: end, end: response.length },
    ];
    const one = await correctPassage({ ...rest, response, sentences }, { preset: 'local' });
    expect(one.corrected).toContain('May 2015');
    expect(
      one.after.passage.sentences?.map(({ start, end: last }) => one.corrected.slice(start, last)),
    ).toEqual(
      sentences.map(({ start, end: last }) => response.slice(start, last).replace('May 2012', 'May 2015')),
    );
  });
});
