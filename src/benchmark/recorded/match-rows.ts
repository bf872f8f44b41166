/** Assigns recorded rows to the passages of a data set. */
import { countsOf, groupBy } from '../../common/group-by.ts';
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { type Row, rowError } from '../../../datasets/row.ts';
import { InputError } from '../../errors.ts';
import { type MethodScores, NO_THRESHOLDS, type PassageScores } from '../method-scores.ts';

/**
 * The common form of recorded scores: one method's scores for one passage, whose `id` is as the file names it. Lists of
 * sentences and claims are null or empty where the run skipped the passage.
 */
export interface RecordedRow extends Pick<PassageScores, 'id' | 'passage' | 'sentences' | 'claims'> {
  method: string;
  /** The text that was scored; null where the file holds none and the id must do. */
  text: string | null;
  /** Position in the file, for errors. */
  row: Row;
  /** The fields of the sentence and claim scores within the row; default: the row as a whole. */
  fields?: { sentences?: string[]; claims?: string[] };
}

export interface RecordedScores {
  methods: MethodScores[];
  /** What was left out, one sentence each. */
  notes: string[];
}

interface MatchedRow extends RecordedRow {
  labelled: LabelledPassage;
}

/**
 * A passage is found by its id, and by its text where the row contains one: scores of another text are not used.
 * @throws InputError when no row fits a passage, two rows of a method name one passage, or a list has a wrong length
 */
export function matchRows(
  rows: readonly RecordedRow[],
  { source, passages }: { source: string; passages: readonly LabelledPassage[] },
): RecordedScores {
  const find = passageFinder(passages);
  const matched = rows.flatMap((row): MatchedRow[] => {
    const labelled = find(row);
    return labelled ? [{ ...row, labelled }] : [];
  });
  if (matched.length === 0) {
    throw new InputError(`${source}: none of its rows is about a passage of the data set`);
  }
  const { kept, repeated } = firstOfEach(matched);
  const methods = [...groupBy(kept, ({ method }) => method)].map(
    ([method, own]): MethodScores => ({
      ...{ method, origin: 'recorded', scores: own.map(passageScores), thresholds: NO_THRESHOLDS },
    }),
  );
  const repeats =
    repeated === 0 ? [] : [`${source}: passages recorded twice, of which the first counts: ${repeated}.`];
  return { methods, notes: [...unknownNote(rows, matched, source), ...repeats, ...skippedNotes(kept)] };
}

function passageFinder(passages: readonly LabelledPassage[]) {
  const byId = new Map(passages.map((labelled) => [labelled.passage.id, labelled]));
  return ({ id, text }: RecordedRow): LabelledPassage | undefined => {
    const named = byId.get(id);
    if (text === null || (named && isText(named, text))) return named;
    const entity = id.replace(/ \(\d+\)$/, '');
    return passages.find((labelled) => labelled.passage.id.startsWith(entity) && isText(labelled, text));
  };
}

const isText = ({ passage }: LabelledPassage, text: string): boolean =>
  oneSpaced(passage.response ?? '') === oneSpaced(text);

const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The rows without repeated scores of a passage, and how many were dropped: of a text recorded several times the
 * first counts; ids are unique.
 * @throws InputError when a method names one id twice
 */
function firstOfEach(rows: readonly MatchedRow[]): { kept: MatchedRow[]; repeated: number } {
  const seen = new Set<string>();
  const kept = rows.filter(({ method, labelled, row, text }) => {
    const key = JSON.stringify([method, labelled.passage.id]);
    if (!seen.has(key)) return seen.add(key);
    if (text === null) throw rowError(row, [], `"${labelled.passage.id}" has scores of ${method} already`);
    return false;
  });
  return { kept, repeated: rows.length - kept.length };
}

function passageScores(row: MatchedRow): PassageScores {
  const { labelled, passage } = row;
  return {
    id: labelled.passage.id,
    passage,
    sentences: fitting(row, 'sentences'),
    claims: fitting(row, 'claims'),
    reason: passage === null ? 'no score recorded' : null,
    usage: null,
  };
}

/** Null where the run skipped the passage, or the data set has no labels at that level. */
function fitting(row: MatchedRow, kind: 'sentences' | 'claims'): (number | null)[] | null {
  const scores = row[kind] ?? [];
  const gold = row.labelled[kind];
  if (scores.length === 0 || gold === undefined) return null;
  if (scores.length !== gold.length) {
    const counts = `${scores.length} scores for the ${gold.length} ${kind}`;
    throw rowError(row.row, row.fields?.[kind] ?? [], `${counts} of passage "${row.labelled.passage.id}"`);
  }
  return scores;
}

function unknownNote(rows: readonly RecordedRow[], matched: readonly MatchedRow[], source: string): string[] {
  const known = new Set(matched.map(({ row }) => row));
  const unknown = new Set(rows.filter(({ row }) => !known.has(row)).map(({ id }) => id));
  if (unknown.size === 0) return [];
  return [`${source}: passages that are not in the data set, ignored: ${unknown.size}.`];
}

/** Lists that are empty: the recorded run skipped these passages. */
function skippedNotes(rows: readonly MatchedRow[]): string[] {
  const skipped = rows.filter(({ sentences, claims }) => sentences?.length === 0 || claims?.length === 0);
  return [...countsOf(skipped.map(({ method }) => method))].map(
    ([method, count]) => `${method}: passages the recorded run skipped, taken as without scores: ${count}.`,
  );
}
