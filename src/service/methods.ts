import type { Corrector } from '../detector/corrector-interface.ts';
import type { Detector, EvaluateOptions } from '../detector/detector-interface.ts';
import { reportJsonText } from '../format/report-json.ts';
import type { PartsDescription } from '../detector/parts.ts';
import type { Label, Passage, PassageVerdict } from '../passage.ts';
import { correctionRecord, correctionText } from '../report/corrections.ts';
import { verdictJson } from '../report/json.ts';
import { verdictText } from '../report/verdict-text.ts';

export const METHODS = ['evaluate', 'check', 'correct'] as const;
export type Method = (typeof METHODS)[number];

export type Spent = Pick<PassageVerdict, 'usage' | 'calls'>;

export interface MethodOptions extends EvaluateOptions {
  trace: boolean;
}

export interface MethodResult {
  json: string;
  /** A summary in words. */
  text(): string;
  label: Label;
  spent: readonly Spent[];
}

export type Methods = Record<Method, (passage: Passage, options: MethodOptions) => Promise<MethodResult>> & {
  describe(): Promise<Record<'evaluate' | 'check', PartsDescription>>;
};

/** @param checker checks passages against their references */
export function methodsOf(corrector: Corrector, checker: Detector): Methods {
  const { detector } = corrector;
  return {
    evaluate: evaluating(detector),
    check: evaluating(checker),
    async correct(passage, { trace, ...options }) {
      const correction = await corrector.correctPassage(passage, options);
      const { before, after } = correction;
      const record = correctionRecord(correction, { trace });
      return {
        json: trace ? JSON.stringify(record) : reportJsonText(record),
        text: () => correctionText(correction),
        label: before.label,
        spent: [before, correction, ...(after === before ? [] : [after])],
      };
    },
    async describe() {
      const [evaluate, check] = await Promise.all([detector.describe(), checker.describe()]);
      return { evaluate, check };
    },
  };
}

const evaluating =
  (detector: Detector) =>
  async (passage: Passage, { trace, ...options }: MethodOptions): Promise<MethodResult> => {
    const verdict = await detector.evaluate(passage, options);
    const text = () => verdictText(verdict);
    return { json: verdictJson(verdict, { trace }), text, label: verdict.label, spent: [verdict] };
  };
