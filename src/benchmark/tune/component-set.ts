/**
 * A set of component values that settings can score: a recorded run, or that run compared again under other settings.
 */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import type { Config } from '../../config/schema.ts';
import type { ConsistencyScale } from '../../consistency/consistency-score.ts';
import { COMPONENTS, type Component, type PassageVerdict } from '../../passage.ts';
import {
  type StatementScores,
  type Statements,
  statementScores,
  statementsOf,
} from '../../scoring/statement-scores.ts';
import { scoringInputOf } from '../../scoring/verdict.ts';
import { type GoldItem, goldItems } from '../level-items.ts';
import { byLevel, type Level } from '../method-scores.ts';
import { spanKey } from '../verdict-scores.ts';
import type { Setting } from './setting.ts';

export interface ComponentSet {
  /** For messages: the run, and which settings were changed. */
  label: string;
  /** The configuration that gives these components. */
  config: Config;
  /** `position` is that among the sentences or claims of the record; −1 where the record has none there. */
  gold: Record<Level, GoldItem[]>;
  passageCount: number;
  present: Component[];
  scoresOf: (setting: Setting) => StatementScores[];
}

export interface ComponentSetInput extends Pick<ComponentSet, 'label' | 'config'> {
  passages: readonly LabelledPassage[];
  /** One for each passage, in the same order. */
  verdicts: readonly PassageVerdict[];
}

/** Reads the components of a passage, with C on one scale. */
export type PassageRows = (scale: ConsistencyScale) => Statements;

export function componentSet({ label, config, passages, verdicts }: ComponentSetInput): ComponentSet {
  const rows = verdicts.map(passageRows);
  return {
    label,
    config,
    gold: goldOf(passages, verdicts),
    passageCount: passages.length,
    present: presentIn(rows.map((read) => read(config.scoring.consistency))),
    scoresOf: scorerOf(rows),
  };
}

export function passageRows(verdict: PassageVerdict): PassageRows {
  const input = scoringInputOf(verdict);
  return (scale) => statementsOf(input, scale);
}

/** Scores passages under any setting; those of each scale of C are read once. */
export function scorerOf(passages: readonly PassageRows[]): ComponentSet['scoresOf'] {
  const known = new Map<ConsistencyScale, Statements[]>();
  return (setting) => {
    const { consistency } = setting;
    const statements = known.get(consistency) ?? passages.map((read) => read(consistency));
    known.set(consistency, statements);
    return statements.map((one) => statementScores(one, setting));
  };
}

/** The labelled items beside the records, one for each passage. */
export function goldOf(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
): ComponentSet['gold'] {
  return byLevel((level) =>
    goldItems(passages, level).map((item) => ({
      ...item,
      position: placeOf(item, level, passages, verdicts),
    })),
  );
}

function placeOf(
  { unit, position }: GoldItem,
  level: Level,
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
): number {
  const gold = passages[unit]?.sentences?.[position];
  if (level !== 'sentence' || gold === undefined) return position;
  return verdicts[unit]?.sentences.findIndex(({ span }) => spanKey(span) === spanKey(gold.span)) ?? -1;
}

function presentIn(all: readonly Statements[]): Component[] {
  const rows = all.flatMap(({ triples, sentences, claims }) => [
    ...triples,
    ...[...sentences, ...claims].map(({ components }) => components),
  ]);
  return COMPONENTS.filter((name) => rows.some((components) => components[name].value !== null));
}
