/** A passage given on the command line, with files for its longer parts. */
import { InputError } from '../errors.ts';
import type { Host } from './host.ts';
import { parseJson, parseSamples, readSamples } from './read-samples.ts';
import { readText } from './read-text.ts';

export interface PromptFiles {
  response?: string;
  responseFile?: string;
  samplesFile?: string;
  /** Files of further answers, or folders of them. */
  samples?: string[];
  reference?: string[];
}

/** The record of a passage. @throws InputError when a file cannot be read, or is not what it should be */
export async function readPrompt(
  prompt: string,
  options: PromptFiles,
  host: Pick<Host, 'cwd' | 'stderr'>,
): Promise<{ id: string; prompt: string; response?: string; samples?: string[]; context?: string[] }> {
  const { responseFile, response, samplesFile, samples, reference } = options;
  const { cwd } = host;
  return {
    ...{ id: 'prompt', prompt },
    ...(response !== undefined && { response }),
    ...(responseFile !== undefined && { response: await readText(responseFile, cwd) }),
    ...(samplesFile !== undefined && {
      samples: parseSamples(await readText(samplesFile, cwd), samplesFile),
    }),
    ...(samples && { samples: await readSamples(samples, { answer: responseFile }, host) }),
    ...(reference && { context: await readReferences(reference, cwd) }),
  };
}

/** Each file a text, or several where it is a JSON list of texts. */
async function readReferences(files: readonly string[], cwd: string): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    const text = await readText(file, cwd);
    const list = parseJson(text);
    const ofFile = Array.isArray(list) ? list : [text];
    if (!ofFile.every((item) => typeof item === 'string'))
      throw new InputError(`${file}: expected a JSON list of texts, found something else in it`);
    if (!ofFile.some((item) => item.trim() !== ''))
      throw new InputError(`${file}: holds no text to check against`);
    texts.push(...ofFile);
  }
  return texts;
}
