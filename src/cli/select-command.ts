/** `hallugraph select`: of several responses to one prompt, the one with the fewest hallucinated spans. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { byModels, type Choice, choicesOf, openDataset, parseChoices } from '../../datasets/index.ts';
import { decodeUtf8 } from '../../datasets/json-text.ts';
import { plainTable, terminalTable } from '../benchmark/text-table.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import { passagesAtOnce } from '../parts.ts';
import type { PassageVerdict } from '../passage.ts';
import { type Candidate, type Suppression, selectResponse, suppression } from '../reference/select.ts';
import { MISSING, oneLine } from '../report/text.ts';
import { checkAnswerable } from '../run/input.ts';
import { Exit, INTERRUPTED } from './exit.ts';
import { noteUnfitted } from './fit-budget.ts';
import type { Host } from './host.ts';
import { addSettingOptions, loadSettings, positive, type SettingOptions } from './options.ts';
import { startProgress } from './progress.ts';

interface SelectOptions extends SettingOptions {
  onlyClean?: boolean;
  models?: string;
  limit?: number;
  quiet?: boolean;
  format: 'text' | 'json';
}

const HELP = `
Input: JSON Lines of {"id", "prompt", "context"?, "samples"?, "responses": [...]}, or a data set in which several
responses have the same prompt and context, as RAGTruth. Where its responses are labelled, the hallucination rate of
the choices is printed beside that of a response drawn by chance and of each model.

Fewest spans win, then the higher score, then the earlier response. Settings: those of --preset check unless a
preset or a config file is named.

Examples:
  $ hallugraph select answers.jsonl --only-clean --format json
  $ hallugraph select RAGTruth/dataset --models llama-2-7b-chat,mistral-7B-instruct`;

export function addSelectCommand(program: Command, host: Host): void {
  const command = program
    .command('select')
    .description('choose among responses the one with the fewest hallucinated spans')
    .argument('<input>', 'file or folder of responses')
    .option('--only-clean', 'choose nothing rather than a response with a span')
    .option('--models <list>', 'only the responses of these models, by name with commas')
    .option('-n, --limit <count>', 'only the first prompts', positive)
    .option('-j, --concurrency <count>', 'responses in work at once', positive)
    .option('-q, --quiet', 'nothing on standard error but errors')
    .addOption(
      new Option('-f, --format <format>', 'how choices are printed')
        .choices(['text', 'json'])
        .default('text'),
    );
  addSettingOptions(command).addHelpText('after', HELP);
  command.action(async (source: string) => {
    await select(source, command.optsWithGlobals<SelectOptions>(), host);
  });
}

/** What was chosen for one prompt. */
interface Selected {
  id: string;
  /** Position among the responses; null where none may be chosen. */
  chosen: number | null;
  response: string | null;
  candidates: (Candidate & { id: string; model: string | null })[];
}

async function select(source: string, options: SelectOptions, host: Host): Promise<void> {
  const named = options.preset !== undefined || options.config !== undefined;
  const { config } = await loadSettings(named ? options : { ...options, preset: 'check' }, host);
  noteUnfitted(config, host);
  const choices = await readChoices(source, options, host);
  const verdicts = await judged(choices, config, options, host);
  if (![...verdicts.values()].some(({ spans }) => spans !== undefined)) {
    throw new InputError(
      'no spans were found or ruled out: the settings ask for none (reference.spans), or no context is there',
    );
  }
  const selected = choices.map((choice) => selectedOf(choice, verdicts, options));
  const rates = suppression(
    choices.map((choice, index) => labelledChoice(choice, selected[index] as Selected)),
  );
  host.stdout.write(
    options.format === 'json'
      ? `${JSON.stringify({ choices: selected, suppression: rates.prompts > 0 ? rates : null }, null, 2)}\n`
      : [...selected.map(choiceLine), ...suppressionLines(rates)].join(''),
  );
}

async function readChoices(source: string, options: SelectOptions, host: Host): Promise<Choice[]> {
  const file = path.resolve(host.cwd, source);
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  const records = isFile ? parseChoices(decodeUtf8(await readFile(file), source), source) : null;
  const all = records ?? choicesOf((await openDataset({ path: file })).passages);
  const models = options.models?.split(',').map((name) => name.trim());
  const choices = models ? byModels(all, models) : all;
  if (choices.length === 0) throw new InputError(`${source}: holds no responses`);
  return choices.slice(0, options.limit);
}

/** By id of the candidate. @throws Exit 130 for an interrupt */
async function judged(
  choices: readonly Choice[],
  config: Config,
  { concurrency = passagesAtOnce(config), quiet = false }: SelectOptions,
  host: Host,
): Promise<Map<string, PassageVerdict>> {
  const passages = choices.flatMap(({ candidates }) => candidates.map(({ passage }) => passage));
  checkAnswerable(passages, config);
  const detector = host.createDetector(config, { env: environmentOf(host.cwd, host.env) });
  const controller = new AbortController();
  const { signal } = controller;
  const stopListening = host.onInterrupt(() => controller.abort());
  const { onProgress, onRecord, stop } = startProgress(host, { total: passages.length, quiet });
  const verdicts = new Map<string, PassageVerdict>();
  try {
    for await (const verdict of detector.evaluateAll(passages, { concurrency, signal, onProgress })) {
      verdicts.set(verdict.passage.id, verdict);
      onRecord(verdicts.size);
    }
    return verdicts;
  } catch (error) {
    throw signal.aborted ? new Exit(INTERRUPTED) : error;
  } finally {
    stop();
    stopListening();
    controller.abort();
    await detector.close();
  }
}

function selectedOf(
  { id, candidates }: Choice,
  verdicts: ReadonlyMap<string, PassageVerdict>,
  { onlyClean = false }: SelectOptions,
): Selected {
  const found = candidates.map(({ passage, model = null }) => {
    const verdict = verdicts.get(passage.id);
    const spans = verdict?.abstention === null ? verdict.spans : undefined;
    return {
      ...{ id: passage.id, model },
      spans: spans?.length ?? null,
      score: verdict?.score ?? null,
    };
  });
  const chosen = selectResponse(found, { onlyClean });
  const response = chosen === null ? null : (candidates[chosen]?.passage.response ?? null);
  return { id, chosen, response, candidates: found };
}

/** Only where all responses are labelled. */
function labelledChoice({ candidates }: Choice, { chosen }: Selected) {
  const isLabelled = candidates.every(({ label }) => label !== null);
  const responses = candidates.map(({ label, model = null }) => ({
    hallucinated: label === 'non-factual',
    model,
  }));
  return { responses: isLabelled ? responses : [], chosen };
}

const spansText = ({ spans }: Candidate): string => (spans === null ? 'not judged' : String(spans));

function choiceLine({ id, chosen, response, candidates }: Selected): string {
  const spans = candidates.map(spansText).join(', ');
  const model = chosen === null ? null : candidates[chosen]?.model;
  const what = chosen === null ? 'none' : `${chosen + 1}${model ? ` (${model})` : ''}`;
  const text = response === null ? '' : `  ${oneLine(response)}\n`;
  return `${oneLine(id)}: ${what}; spans ${spans}\n${text}`;
}

function suppressionLines({ prompts, chosen, random, selected, change, models }: Suppression): string[] {
  if (prompts === 0) return [];
  const table = plainTable(
    ['hallucination rate', 'rate', 'responses'],
    [
      ['a response by chance', percent(random), String(prompts)],
      ...models.map(({ model, n, rate }) => [model, percent(rate), String(n)]),
      ['the response chosen', percent(selected), String(chosen)],
    ],
  );
  const relative = change === null ? MISSING : `${change > 0 ? '+' : ''}${percent(change)}`;
  return [`\n${terminalTable(table)}\n`, `Change against chance: ${relative}\n`];
}

const percent = (share: number | null): string =>
  share === null ? MISSING : `${(100 * share).toFixed(1)} %`;
