/** A span for each passage, and below it one for each of its stages. */
import type { Tracing } from '../models/tracing.ts';
import type { PassageVerdict } from '../passage.ts';
import type { CountedVerdict, Recorded } from '../records/record-line.ts';
import type { EvaluateOptions } from './detector-interface.ts';

type Result = PassageVerdict | Recorded<CountedVerdict>;

/** @param tracing null where no spans are asked for */
export function tracePassage<R extends Result>(
  tracing: Tracing | null,
  id: string,
  options: EvaluateOptions,
  evaluate: (options: EvaluateOptions) => Promise<R>,
): Promise<R> {
  if (tracing === null) return evaluate(options);
  const attributes = { 'hallugraph.passage.id': id, 'gen_ai.evaluation.name': 'hallucination' };
  return tracing.within({ name: 'evaluate passage', attributes }, async (span) => {
    const onProgress: EvaluateOptions['onProgress'] = (event) => {
      span.stage(event.stage);
      options.onProgress?.(event);
    };
    const result = await evaluate({ ...options, onProgress });
    const { score, label, abstention } = 'record' in result ? result.record : result;
    span.set({
      'gen_ai.evaluation.score.label': label,
      ...(score !== null && { 'gen_ai.evaluation.score.value': score }),
      ...(abstention !== null && { 'gen_ai.evaluation.explanation': abstention.reason }),
    });
    return result;
  });
}
