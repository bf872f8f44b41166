/** The evidence on a fact: reasons, the statement of each sample, and the questions to the model. */
import { figure, percentage } from '../format/figures.ts';
import type { Quote, ViewFact, ViewPassage, ViewQuestion } from '../report/view/view-data.ts';

interface FactDetailsProps {
  fact: ViewFact;
  passage: ViewPassage;
  /** Prefix of sample ids, where a page has several passages. */
  prefix?: string;
  /** Whether its questions are open. */
  isUnfolded?: boolean;
}

export function FactDetails({ fact, passage, prefix = '', isUnfolded = false }: FactDetailsProps) {
  return (
    <div class="details">
      {fact.reasons.length === 0 && <p class="quiet">Nothing speaks for or against it.</p>}
      <ul class="reasons">
        {fact.reasons.map(({ words, against, quote }) => (
          <li key={words} data-against={against || undefined}>
            <bdi>{words}</bdi>
            {quote !== null && passage[quote.of][quote.index] !== undefined && (
              <>
                {' '}
                <button type="button" class="follow" onClick={() => follow(quote, prefix)}>
                  show in {quote.of === 'samples' ? `sample ${quote.index + 1}` : 'the reference'}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {fact.chance !== null && <p class="quiet">Chance wrong: {percentage(fact.chance)}.</p>}
      <Statements fact={fact} prefix={prefix} />
      {fact.context !== null && (
        <p class="quiet">
          Consistency with the graph around it {figure(fact.context.with)}, without{' '}
          {figure(fact.context.without)}.
        </p>
      )}
      <Questions questions={fact.questions} isOpen={isUnfolded} />
    </div>
  );
}

/** Scrolls to the place in a sample's text. */
function follow({ of, index }: Pick<Quote, 'of' | 'index'>, prefix: string): void {
  const place = document.getElementById(`${prefix}${of}-${index}`);
  place?.setAttribute('open', '');
  const mark = place?.querySelector<HTMLElement>('[data-quoted]') ?? place;
  mark?.scrollIntoView({ block: 'center' });
  mark?.focus();
}

const STANCE_WORDS = {
  contradicts: 'Contradicted by',
  repeats: 'Repeated by',
  holds: 'Its words, possibly in another statement, in',
  silent: 'Not mentioned by',
  incomparable: 'Cannot be compared with',
} as const;
const STANCES = Object.keys(STANCE_WORDS) as (keyof typeof STANCE_WORDS)[];

/** The samples grouped by statement, each a link into its text. */
function Statements({ fact: { statements }, prefix }: { fact: ViewFact; prefix: string }) {
  if (statements.length === 0) return null;
  return (
    <ul class="statements" aria-label="What each sample says">
      {STANCES.map((says) => {
        const own = statements.filter((statement) => statement.says === says);
        if (own.length === 0) return null;
        return (
          <li key={says} data-says={says}>
            {STANCE_WORDS[says]} {own.length === 1 ? 'sample' : 'samples'}
            {own.map(({ sample, instead }) => (
              <button
                key={sample}
                type="button"
                class="follow"
                onClick={() => follow({ of: 'samples', index: sample }, prefix)}
              >
                {sample + 1}
                {instead !== null && (
                  <>
                    {': '}
                    <bdi>{instead}</bdi>
                  </>
                )}
              </button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

const TASK_WORDS = {
  head: 'Head masked',
  relation: 'Relation masked',
  tail: 'Tail, chosen among options',
  answered: 'Tail masked, response hidden',
} as const;

function matchWords(match: boolean | null, task: ViewQuestion['task']): string {
  if (match === null) return task === 'answered' ? 'undecided' : 'not judged';
  return match ? 'same' : 'different';
}

function Questions({ questions, isOpen }: { questions: readonly ViewQuestion[]; isOpen: boolean }) {
  if (questions.length === 0) return null;
  return (
    <details class="questions" open={isOpen}>
      <summary>Questions to the model: does it reproduce the fact?</summary>
      <dl>
        {questions.map(({ task, asked, value, missing, answers }) => (
          <div key={task}>
            <dt>
              {TASK_WORDS[task]} {value === null ? `(${missing})` : `(${figure(value)})`}
            </dt>
            <dd>
              {asked !== null && (
                <p>
                  <bdi>{asked}</bdi>
                </p>
              )}
              <ul>
                {answers.map(({ text, match, times }) => (
                  <li key={`${text} ${match}`} data-match={match ?? undefined}>
                    <bdi>{text}</bdi>
                    {times > 1 && ` × ${times}`}
                    <span class="quiet"> {matchWords(match, task)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
