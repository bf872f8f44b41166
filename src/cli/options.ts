/** Options shared by several commands, and parsers of their values. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DATASET_FORMATS, type FieldMap, PASSAGE_FIELDS } from '../../datasets/index.ts';
import { PRESETS } from '../config/presets.ts';

export const choice = (flags: string, about: string, values: readonly string[], standard?: string): Option =>
  new Option(flags, about).choices(values).default(standard);

/** The output format; the default is the first one. */
export const formatOption = (formats: readonly string[], about = 'how results are printed'): Option =>
  choice('-f, --format <format>', about, formats, formats[0]);

export const datasetOption = (about: string): Option =>
  choice('-d, --dataset <format>', about, ['auto', ...DATASET_FORMATS], 'auto');

export const idsOption = (): Option => new Option('--ids <file>', 'only the passages with these ids');

export const mapOption = (): Option =>
  new Option(
    '--map <fields>',
    'which field of the input is which, as in response=answer,prompt=question.text (repeatable)',
  )
    .argParser(fieldMap)
    .conflicts(['prompt', 'resume']);

function fieldMap(text: string, previous: FieldMap = {}): FieldMap {
  const fields = [...PASSAGE_FIELDS, 'responses'];
  const pairs = text.split(',').map((pair): [string, string] => {
    const [field = '', ...way] = pair.split('=').map((part) => part.trim());
    if (!fields.includes(field))
      throw new InvalidArgumentError(
        `"${field}" is not a field of a passage; expected one of ${fields.join(', ')}.`,
      );
    if (way.length !== 1 || way[0] === '')
      throw new InvalidArgumentError('Expected fields as in response=answer,prompt=question.');
    return [field, way[0] as string];
  });
  return { ...previous, ...Object.fromEntries(pairs) };
}

export function grouped(command: Command, heading: string, add: () => void): Command {
  const before = command.optionsGroup();
  command.optionsGroup(heading);
  add();
  return command.optionsGroup(before);
}

interface InputForm {
  /** The verb in the help text of --prompt. */
  verb?: string;
  /** For a command that takes a prompt alone. */
  prompt?: string;
  samples?: boolean;
  reference?: boolean;
}

export function addInputOptions(command: Command, { verb, prompt, samples, reference }: InputForm): Command {
  command.argument('[input]', 'file of passages, text file of one answer, or - for standard input');
  return grouped(command, 'Input:', () => {
    command.option('--prompt <text>', prompt ?? `${verb} one answer to this prompt`);
    if (verb !== undefined) {
      const unless = samples ? '; without it the model is asked' : '';
      const file = new Option('--response-file <file>', 'with --prompt: the answer, from a text file');
      command
        .option('--response <text>', `with --prompt: the answer${unless}`)
        .addOption(file.conflicts('response'));
    }
    if (samples) {
      command.option(
        '--samples <files...>',
        'other answers to the same question: text files, folders of them, or JSON lists of texts',
        collectedFiles,
      );
    }
    if (reference) {
      const what = 'with one answer: a text to check against, or a JSON list of texts (repeatable)';
      command.option('--reference <file>', what, collectedFiles);
    }
    // The format of a resumed run is known.
    command.addOption(datasetOption('form of the input').conflicts('resume')).addOption(mapOption());
  });
}

export const addModelOptions = (command: Command): Command =>
  addSettingOptions(command)
    .optionsGroup('Settings:')
    .option('--model <name>', 'the model under evaluation: the setting models.generator.model')
    .option('--base-url <url>', 'where it is served: the setting models.generator.baseUrl')
    .option('--seed <number>', 'seed of every random draw', integer)
    .optionsGroup('');

/** Presets by the names of their methods in the literature. */
const METHODS: Readonly<Record<string, keyof typeof PRESETS>> = {
  ...{ gca: 'paper-phd', refchecker: 'refchecker', grapheval: 'grapheval', rhd: 'rhd' },
};

export function addSettingOptions(command: Command): Command {
  command.on('option:method', (name: string) => {
    // Set as a default, to distinguish it from an explicit preset.
    if (command.getOptionValueSource('preset') === undefined)
      command.setOptionValueWithSource('preset', METHODS[name], 'default');
  });
  const method = choice(
    '--method <name>',
    'the preset of a published method, by its name',
    Object.keys(METHODS),
  );
  return grouped(command, 'Settings:', () =>
    command
      .addOption(choice('-p, --preset <name>', 'starting point of all settings', Object.keys(PRESETS)))
      .option('-c, --config <file>', 'config file, instead of looking for hallugraph.config.* upwards')
      .addOption(method.conflicts('preset'))
      .option('-s, --set <key=value>', 'one setting, as in --set sampling.n=5 (repeatable)', collected),
  );
}

export function addThoroughOption(command: Command): Command {
  command.on('option:thorough', () => command.setOptionValueWithSource('preset', 'thorough', 'default'));
  const option = new Option('--thorough', 'more model calls, with blind questions: the preset thorough');
  return grouped(command, 'Settings:', () => command.addOption(option.conflicts(['preset', 'method'])));
}

/** Options that are fixed once a run has begun. */
const SETTLED = [
  'config preset thorough method protocol set model baseUrl seed limit filter out',
  'prompt response responseFile samples reference data ids samplesFrom',
  'run replace below otherWords baseline onlyClean models corpus timing window passages maxRetrievals',
].flatMap((names) => names.split(' '));

interface RunForm {
  /** What a run processes. Default: passages. */
  unit?: string;
  /** Whether it has a detector. Default: true. */
  detects?: boolean;
  /** Help text of `--protocol paper`. */
  paper?: string;
}

export function addRunOptions(
  command: Command,
  { unit = 'passages', detects = true, paper = 'one by one, as the authors did' }: RunForm = {},
): Command {
  const resume = new Option(
    '--resume <run>',
    'continue a run that was interrupted or failed; latest is the last one in runs/',
  );
  grouped(addModelOptions(command), 'Run:', () => {
    command
      .option('-o, --out <folder>', 'run folder to write (default: runs/<time>-<name>)')
      .option('-j, --concurrency <count>', 'passages in work at once', positive)
      .option('-n, --limit <count>', `only the first ${unit}`, positive)
      .option('--filter <id>', `only ${unit} with this in their id; * matches anything`)
      .addOption(resume.conflicts(SETTLED))
      .option('-q, --quiet', 'only errors on standard error')
      .addOption(
        choice('--protocol <name>', `economy: models are asked in groups; paper: ${paper}`, [
          'economy',
          'paper',
        ]),
      );
    if (!detects) return;
    addThreadsOption(command);
  });
  return addCallOptions(command);
}

export const addThreadsOption = (command: Command): Command =>
  command.option(
    '--threads <count>',
    'worker threads for work without models (default: the number of processors, where there is enough to do)',
    positive,
  );

const CALLS = 'Model calls and budgets:';
/** Options without effect if no request is sent. */
const BUDGETS = ['budgetUsd', 'budgetTokens', 'budgetRequests'];
const RECORDINGS = ['record', 'replay'];

export function addCallOptions(command: Command): Command {
  const replay = new Option(
    '--replay <file>',
    'answer from a recording; no model is asked, no key is needed',
  );
  return grouped(command, CALLS, () =>
    addBudgetOptions(
      command
        .option('--no-cache', 'neither read nor write the cache of model answers')
        .addOption(new Option('--record <file>', 'record every model call in this file').conflicts('replay'))
        .addOption(replay.conflicts(BUDGETS)),
    ),
  );
}

export const addBudgetOptions = (command: Command): Command =>
  command
    .option('--budget-usd <amount>', 'stop before calls cost more than this, in US dollars', amount)
    .option('--budget-tokens <count>', 'stop before calls take more tokens than this', positive)
    .option('--budget-requests <count>', 'stop before more requests than this are sent', positive);

const callOption = (flags: string, about: string, conflicts: readonly string[]): Option =>
  new Option(flags, about).conflicts([...conflicts]).helpGroup(CALLS);

export const addDryRunOption = (command: Command): Command =>
  command.addOption(
    callOption('--dry-run', 'estimate requests and cost; send and write nothing', RECORDINGS),
  );

export const addPlanOptions = (command: Command): Command =>
  addDryRunOption(command)
    .addOption(
      callOption('--batch', 'ask models by the OpenAI Batch API: cheaper, in rounds of up to a day each', [
        'batchDir',
        ...RECORDINGS,
        ...BUDGETS,
      ]),
    )
    .addOption(
      callOption(
        '--batch-dir <folder>',
        'write requests to this folder, and continue with the answers put there',
        [...RECORDINGS, ...BUDGETS],
      ),
    );

export const collected = (value: string, previous: string[] = []): string[] => [...previous, value];

/** Refuses the option that follows where no file is named. */
function collectedFiles(value: string, previous?: string[]): string[] {
  if (!value.startsWith('--')) return collected(value, previous);
  throw new InvalidArgumentError(`Expected a file. (A file of this name is ./${value}.)`);
}

/** A validating parser of numbers. @param expected description of valid values */
export const numberIn =
  (isRight: (value: number) => boolean, expected: string) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && isRight(value)) return value;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };

const atLeast = (least: number) =>
  numberIn((value) => Number.isSafeInteger(value) && value >= least, `a whole number of at least ${least}`);

export const positive = atLeast(1);
export const atLeastTwo = atLeast(2);
export const integer = numberIn(Number.isSafeInteger, 'a whole number');
const amount = numberIn((value) => value > 0 && Number.isFinite(value), 'a number above 0');
export const port = numberIn(
  (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
  'a port, 0 to 65535',
);
