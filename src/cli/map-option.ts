/** `--map`: which input field is which field of a passage. */
import { InvalidArgumentError, Option } from 'commander';
import { type FieldMap, PASSAGE_FIELDS } from '../../datasets/index.ts';

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
      throw new InvalidArgumentError(`"${field}" is no field of a passage; there are ${fields.join(', ')}.`);
    if (way.length !== 1 || way[0] === '')
      throw new InvalidArgumentError('Expected fields as in response=answer,prompt=question.');
    return [field, way[0] as string];
  });
  return { ...previous, ...Object.fromEntries(pairs) };
}
