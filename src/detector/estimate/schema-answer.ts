/** A typical answer derived from the schema of a prompt alone: right form, arbitrary content. */
import { NAME } from './typical-answers.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Deterministic. A list of numbered rows has one row for each item, another list one element; truth values alternate.
 *
 * @param items how many items the prompt lists
 */
export function answerBySchema(schema: Schema, items: number, row = 1): unknown {
  const { type, enum: values, properties, items: element } = schema;
  if (Array.isArray(values)) return values[row % values.length];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties as Record<string, Schema>).map(([name, one]) => [
          name,
          name === 'number' ? row : answerBySchema(one, items, row),
        ]),
      );
    case 'array': {
      const each = element as Schema;
      const isNumbered = Object.hasOwn((each.properties as object | undefined) ?? {}, 'number');
      const rows = isNumbered ? items : 1;
      return Array.from({ length: rows }, (_, index) => answerBySchema(each, items, index + 1));
    }
    case 'boolean':
      return row % 2 === 0;
    case 'integer':
    case 'number':
      return 1;
    default:
      return NAME;
  }
}
