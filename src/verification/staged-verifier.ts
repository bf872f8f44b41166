/**
 * Reverse verification where it pays: after the judgement of each fact, and what samples say of it, only facts are asked
 * about that are undecided, that carry the verdict, or that were drawn as controls (see further-questions.ts). HEQA comes
 * first; FTSTE follows for those of them that HEQA leaves undecided, or cannot ask about. RR is not asked: what it finds,
 * the judgement has found before.
 *
 * Requests for one passage: 1 in which the analyst prepares the questions, 1 for HEQA, 1 in which the judge compares
 * answers that differ in words, 1 for FTSTE; none of them where the judgement decides.
 */
import type { Task, TaskResult, Triple, TripleVerification } from '../passage.ts';
import { type Pooling, pooled } from '../scoring/log-odds.ts';
import { factScore } from '../scoring/fact-score.ts';
import { headTask } from './economy-heqa.ts';
import { type PreparedTriple, prepareTriples } from './economy-questions.ts';
import { tailTask } from './economy-ftste.ts';
import { type EconomyVerifierOptions, resultsOf } from './economy-verifier.ts';
import { supportedFacts } from './fact-support.ts';
import { factsToAsk, type FurtherQuestions, isUndecided } from './further-questions.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier, VerificationInput } from './verifier.ts';

export interface StagedVerifierOptions extends EconomyVerifierOptions {
  further: FurtherQuestions;
  /** As scoring weighs the parts. */
  pooling: Pooling;
}

/** Few facts are asked about: fewer that others give away are not worth a request of their own. */
const LEAST_APART = 3;

/** The parts that are known before anything is scored, by triple. */
type Known = Record<'judged' | 'stated' | 'head' | 'tail', number | null>;

export function createStagedVerifier(options: StagedVerifierOptions): ReverseVerifier {
  const { generator, analyst, judge: model = analyst, prompts, settings, further, pooling } = options;
  const judge = { model, prompts };
  const size = settings.groupSize;
  const oddsOf = (known: Known) =>
    pooled(
      (['judged', 'stated', 'head', 'tail'] as const).map((name) => ({
        value: known[name],
        weight: pooling.weights[name],
      })),
      pooling.prior,
    );
  return {
    id: `llm-staged/${generator.id}/${analyst.id}/${model.id}`,
    async verify(input, callOptions) {
      const { passage, original, samples, identity, seed, support = [] } = input;
      const { triples } = original;
      const known = new Map(triples.map((triple, index) => [triple.id, knownOf(input, triple, index)]));
      const knownOfId = (id: string) => known.get(id) as Known;
      const asked = factsToAsk(
        triples.map(({ id }) => ({ id, probability: oddsOf(knownOfId(id)) })),
        further,
        [seed, passage.id],
      );
      const chosen = triples.filter(({ id }) => asked.has(id));
      const context = { ...options, judge, seed, passageId: passage.id };
      const prepared =
        chosen.length > 0
          ? await prepareTriples(
              { triples: chosen, all: triples, identity, size },
              { ...context, settings: { ...settings, relation: false } },
              callOptions,
            )
          : [];
      const results = new Map<Task, Map<string, TaskResult>>();
      const ask = async (task: 'head' | 'tail', rows: readonly PreparedTriple[]) => {
        if (!settings[task] || rows.length === 0) return;
        const planned =
          task === 'head' ? headTask(rows, size, context) : tailTask(rows, size, context, LEAST_APART);
        const own = (await resultsOf([planned], judge, callOptions)).get(task) ?? new Map();
        results.set(task, own);
        for (const [id, { value }] of own) knownOfId(id)[task] = value;
      };
      await ask('head', prepared);
      const isOpen = ({ triple: { id } }: PreparedTriple) =>
        further.ask === 'all' ||
        knownOfId(id).head === null ||
        isUndecided(oddsOf(knownOfId(id)), further.decided);
      await ask('tail', prepared.filter(isOpen));

      const filter = supportedFacts(triples, support, samples);
      const resultOf = (task: Task, id: string): TaskResult =>
        results.get(task)?.get(id) ??
        noResult(settings[task] && task !== 'relation' ? 'decided' : 'disabled');
      return triples.map(({ id }, index): TripleVerification => {
        const askedFor = asked.get(id);
        return {
          tripleId: id,
          inFactFilter: filter.has(id),
          ...support[index],
          ...(askedFor && { askedFor }),
          head: resultOf('head', id),
          relation: resultOf('relation', id),
          tail: resultOf('tail', id),
        };
      });
    },
  };
}

function knownOf({ judgement, support = [] }: VerificationInput, { id }: Triple, index: number): Known {
  const statements = support[index]?.statements ?? [];
  return {
    judged: judgement?.facts.find(({ tripleId }) => tripleId === id)?.value ?? null,
    stated: factScore(statements, () => 0),
    head: null,
    tail: null,
  };
}
