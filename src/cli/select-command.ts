/** `hallugraph select`: of several responses to one prompt, the one with the fewest hallucinated spans. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Choice, FieldMap, LabelledPassage } from '../../datasets/index.ts';
import { byModels, choicesOf, openDataset, parseChoices } from '../../datasets/index.ts';
import { randomFor } from '../common/random.ts';
import { ConfigError, InputError } from '../errors.ts';
import { selectResponse, suppression } from '../reference/select.ts';
import type { ChoiceFormat, Selected } from '../report/selection-report.ts';
import { CHOICE_FORMATS, renderChoices } from '../report/selection-report.ts';
import type { SelectPlan } from '../run/manifest.ts';
import { isPlainText } from '../run/read-input.ts';
import { isTextFile, readTextFile } from '../run/read-texts.ts';
import { refuseChanged } from '../run/recorded-run.ts';
import { settingsOf } from '../run/run-kind.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import { matchesId } from '../run/select-passages.ts';
import { exitStatuses } from './exit.ts';
import { addDryRunOption, addRunOptions, formatOption, mapOption } from './options.ts';
import { addFailOnError, refuseFailures } from './report-options.ts';
import { asModule, type RunCommand } from './run-command.ts';

interface SelectOptions extends RunArguments {
  onlyClean?: boolean;
  models?: string;
  failOnError?: number;
  format: ChoiceFormat;
}

const HELP = `
Input: JSON Lines of {"id"?, "prompt", "context"?, "samples"?, "responses": [...]}, or a data set in which several
responses have the same prompt and context, as RAGTruth. Where its responses are labelled, the hallucination rate of
the choices is compared with that of a random response and of each model.

Fewest spans win; ties are broken by the seed. Settings: those of --preset check unless a
preset or a config file is named.

Examples:
  $ hallugraph select answers.jsonl --only-clean --format json
  $ hallugraph select RAGTruth/dataset --models llama-2-7b-chat,mistral-7B-instruct
  $ hallugraph select --resume runs/<run>
${exitStatuses()}`;

const NOTHING_JUDGED =
  'no response could be checked for spans: each lacks a context or statements, or the model gave no readable answer';

export const runCommand: RunCommand<SelectOptions, Choice[]> = {
  name: 'select',
  define(command) {
    command
      .argument('[input]', 'file or folder of responses')
      .addOption(mapOption())
      .option('--only-clean', 'choose nothing rather than a response with a span')
      .option('--models <list>', 'only the responses of these models, by name with commas')
      .addOption(formatOption(CHOICE_FORMATS, 'how choices are printed'));
    addFailOnError(addDryRunOption(addRunOptions(command, { unit: 'prompts' }))).addHelpText('after', HELP);
  },
  async settings(options, host) {
    const named = options.preset !== undefined || options.config !== undefined;
    const { config } = await loadSettings(named ? options : { ...options, preset: 'check' }, host);
    if (config.reference.spans !== 'none') return config;
    throw new ConfigError(
      'the settings compute no spans to choose by: set reference.spans to verdicts or llm',
    );
  },
  aboutAlone: async () => [],
  async input(source, options, host) {
    if (source === undefined) throw new InputError('no input: name a file or folder, or --resume');
    const config = await settingsOf(runCommand, options, host);
    const { onlyClean = false, models, filter = null, limit = null, map } = options;
    const names = models?.split(',').map((name) => name.trim()) ?? null;
    const plan: SelectPlan = { onlyClean, models: names, filter, limit };
    const file = path.resolve(host.cwd, source);
    const choices = await readChoices(file, plan, map, source);
    const passages = candidatesOf(choices);
    const name = path.basename(file);
    const input = { name, path: file, format: 'jsonl', map, ids: null, draw: null, passages } as const;
    return { input, config, passages, plans: { select: plan }, about: choices };
  },
  async resume({ manifest: { input, select: plan } }) {
    const choices = await readChoices(input.path, plan as SelectPlan, input.map);
    const passages = candidatesOf(choices);
    refuseChanged(passages, input);
    return { passages, about: choices };
  },
  async report({ folder: { manifest }, about: choices, verdicts }, { format, failOnError }, host) {
    const found = new Map<string, CandidateFinding>();
    for await (const { passage, abstention, spans, score } of verdicts)
      found.set(passage.id, { spans: abstention === null ? (spans?.length ?? null) : null, score });
    const refuse = () => refuseFailures({ run: manifest, verdicts }, failOnError, host);
    if ([...found.values()].every(({ spans }) => spans === null)) {
      await refuse();
      throw new InputError(NOTHING_JUDGED);
    }
    const rule = { ...(manifest.select as SelectPlan), seed: manifest.seed };
    const selected = choices.map((choice) => selectedOf(choice, found, rule));
    const rates = suppression(
      choices.map((choice, index) => labelledChoice(choice, selected[index] as Selected)),
    );
    host.stdout.write(renderChoices(selected, rates, format));
    await refuse();
  },
};

export const commandModule = asModule(runCommand);

/** @param shown the file name in messages */
async function readChoices(
  file: string,
  { models, filter, limit }: SelectPlan,
  map: FieldMap | undefined,
  shown = file,
): Promise<Choice[]> {
  const found = await stat(file).catch(() => null);
  const records = found?.isFile() ? parseChoices(await readChoiceText(file, shown), shown, map) : null;
  const all = records ?? choicesOf((await openDataset({ path: file, map })).passages);
  const matches = matchesId(filter ?? '');
  const choices = (models ? byModels(all, models) : all).filter(({ id }) => matches(id));
  if (choices.length === 0) throw new InputError(`${shown}: holds no responses`);
  return choices.slice(0, limit ?? choices.length);
}

/** @throws InputError for one text instead of prompts with responses */
async function readChoiceText(file: string, shown: string): Promise<string> {
  const text = await readTextFile(file, '', shown);
  if (!isTextFile(file) || !isPlainText(text)) return text;
  throw new InputError(
    `${shown}: is one text; select takes a file of prompts, each with several responses (.jsonl, .json)`,
  );
}

const candidatesOf = (choices: readonly Choice[]): LabelledPassage[] =>
  choices.flatMap(({ candidates }) => candidates);

type CandidateFinding = Pick<Selected['candidates'][number], 'spans' | 'score'>;

/** @param found by id of the candidate */
function selectedOf(
  { id, candidates }: Choice,
  found: ReadonlyMap<string, CandidateFinding>,
  { seed, ...rule }: Pick<SelectPlan, 'onlyClean'> & { seed: number },
): Selected {
  const findings = candidates.map(({ passage, model = null }) => ({
    ...{ id: passage.id, model },
    ...(found.get(passage.id) ?? { spans: null, score: null }),
  }));
  const chosen = selectResponse(findings, rule, randomFor(seed, 'select', id));
  const response = chosen === null ? null : (candidates[chosen]?.passage.response ?? null);
  return { id, chosen, response, candidates: findings };
}

/** Without responses unless all are labelled. */
function labelledChoice({ candidates }: Choice, { chosen }: Selected) {
  const isLabelled = candidates.every(({ label }) => label !== null);
  const responses = candidates.map(({ label, model = null }) => ({
    hallucinated: label === 'non-factual',
    model,
  }));
  return { responses: isLabelled ? responses : [], chosen };
}
