/** What the service can do with a passage. */
import type { Corrector } from '../corrector.ts';
import type { Detector, EvaluateOptions } from '../detector.ts';
import type { Passage } from '../passage.ts';
import { reportJsonText } from '../format/report-json.ts';
import { correctionRecord } from '../report/corrections.ts';
import { verdictJson } from '../report/json.ts';

export const METHODS = ['evaluate', 'check', 'correct'] as const;
export type Method = (typeof METHODS)[number];

export interface MethodOptions extends Required<Pick<EvaluateOptions, 'signal'>> {
  /** Whether the result holds the intermediate records. */
  trace: boolean;
}

/** The result as JSON. */
export type Methods = Record<Method, (passage: Passage, options: MethodOptions) => Promise<string>>;

/**
 * @param corrector with the detector that evaluates
 * @param checker holds passages against the references they bring
 */
export const methodsOf = (corrector: Corrector, checker: Detector): Methods => ({
  evaluate: async (passage, { signal, trace }) =>
    verdictJson(await corrector.detector.evaluate(passage, { signal }), { trace }),
  check: async (passage, { signal, trace }) =>
    verdictJson(await checker.evaluate(passage, { signal }), { trace }),
  async correct(passage, { signal, trace }) {
    const record = correctionRecord(await corrector.correctPassage(passage, { signal }), { trace });
    return trace ? JSON.stringify(record) : reportJsonText(record);
  },
});
