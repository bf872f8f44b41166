/**
 * Clusters of answers that mean the same, and their entropy (Farquhar et al., Nature 2024).
 *
 *   H = − Σ_c p_c ln p_c,   p_c = share of the answers in cluster c
 *
 * the discrete form for models that give no probabilities; in nats: 0 where all mean the same, ln N where all N
 * differ. Two answers are in one cluster when at least one follows from the other, given the request, the text so far and
 * the question. Equal normal forms are one answer; for what differs the analyst groups the answers to all questions of a
 * fact in one request, where the authors' code asks about pairs, each with the first answer of a cluster.
 *
 * Answers that know nothing are no agreement: where so many of them are, H = ln N, as in the authors' code.
 */
import { countsOf } from '../../common/group-by.ts';
import { z } from 'zod';
import { type ListItem, numberedList } from '../../models/numbered-list.ts';
import { normaliseEntity } from '../../english/normalise.ts';
import type { Chat } from './chat-parts.ts';

export interface AnsweredQuestion {
  question: string;
  answers: readonly string[];
}

export interface TextSoFar {
  request: string;
  before: string;
}

const KNOWS_NOTHING = /not available|not provided|unknown|unclear/i;

/** Whether at least half of the answers, rounded down, say that they do not know. */
export const isUnanswerable = (answers: readonly string[]): boolean =>
  answers.filter((answer) => KNOWS_NOTHING.test(answer)).length >=
  Math.max(1, Math.floor(answers.length / 2));

/** @param clusters the cluster of each answer, at least one */
export function clusterEntropy(clusters: readonly number[]): number {
  const shares = [...countsOf(clusters).values()].map((size) => size / clusters.length);
  return shares.reduce((sum, share) => sum + share * Math.log(1 / share), 0);
}

/** An answer as shown to the analyst: the first one of its normal form. */
interface Item {
  question: number;
  text: string;
}

export async function clusterAnswers(questions: readonly AnsweredQuestion[], place: TextSoFar, chat: Chat) {
  const items = questions.flatMap(({ answers }, question): Item[] => {
    const forms = answers.map(formOf);
    const distinct = answers.filter((_, index) => forms.indexOf(forms[index] as string) === index);
    return distinct.map((text) => ({ question, text }));
  });
  const open = items.filter(({ question }) => items.filter((item) => item.question === question).length > 1);
  const variables = {
    ...place,
    questions: questions.map(({ question }) => question),
    answers: open.map(({ question, text }) => `[${question + 1}] ${text}`),
  };
  const readLinks = numberedList('verdicts', open.length, link);
  const asked = open.length > 0 ? await chat.analyse('same-meaning', variables, readLinks) : null;
  const labels = asked?.value ? connected(open, asked.value) : open.map(() => null);
  return {
    /** For each question the cluster of each answer, numbered from 0; null where the analyst did not group it. */
    clusters: questions.map(({ answers }, question) => {
      const own = open.flatMap((item, index) =>
        item.question === question ? [[formOf(item.text), labels[index] ?? null] as const] : [],
      );
      return own.length === 0 ? answers.map(() => 0) : clustersOf(answers, new Map(own));
    }),
    /** Why the analyst's answer could not be used; null where it could, or was not needed. */
    failure: asked?.reason ?? null,
  };
}

/** The number of the item that one is said to equal. */
const link = z.object({ equals: z.coerce.number() }).transform(({ equals }) => equals);

function clustersOf(answers: readonly string[], labels: ReadonlyMap<string, number | null>): number[] | null {
  const found = answers.map((answer) => labels.get(formOf(answer)) ?? null).filter((label) => label !== null);
  return found.length < answers.length ? null : numbered(found);
}

/**
 * A label for each item, equal for items that the analyst links directly or transitively; null for items that were
 * left out or linked to an answer of another question.
 */
function connected(items: readonly Item[], equals: readonly ListItem<number>[]): (number | null)[] {
  const labels = items.map((_, index) => index);
  const valid = items.map(({ question }, index) => {
    const other = (equals[index]?.value ?? 0) - 1;
    if (items[other]?.question !== question) return false;
    const [from, to] = [labels[index], labels[other] as number];
    for (const [at, label] of labels.entries()) if (label === from) labels[at] = to;
    return true;
  });
  return labels.map((label, index) => (valid[index] ? label : null));
}

/** The same partition with clusters numbered from 0 in the order in which they occur. */
function numbered(labels: readonly number[]): number[] {
  const seen = [...new Set(labels)];
  return labels.map((label) => seen.indexOf(label));
}

/** The normal form that identifies an answer; for punctuation alone the text itself. */
const formOf = (answer: string): string => normaliseEntity(answer) || answer;
