/** Line numbers of values in JSON text; computed only for error messages. */

export type JsonPath = readonly (string | number)[];

/**
 * Line, from 1, on which the value at `path` starts; the deepest existing value where the path ends early, the last
 * one for a repeated name, as with `JSON.parse`. @param text valid JSON
 */
export function lineOf(text: string, path: JsonPath): number {
  let matched = 0;
  let offset = 0;
  for (const { depth, step, start } of placedValues(text)) {
    matched = Math.min(matched, Math.max(depth - 1, 0));
    const isOnTheWay = depth === matched + 1 && String(step) === String(path[matched]);
    if (depth > 0 && !isOnTheWay) continue;
    matched = depth;
    offset = start;
  }
  return lineAt(text, offset);
}

interface PlacedValue {
  depth: number;
  /** Its name or index in the innermost container. */
  step: string | number | undefined;
  start: number;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/** Every value of valid JSON text, in order; without recursion, so for any depth. */
function* placedValues(text: string): Generator<PlacedValue> {
  const steps: (string | number)[] = [];
  let isName = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = steps.length - 1;
    if (token === ']' || token === '}') {
      steps.pop();
      isName = false;
    } else if (token === ',') {
      const step = steps[last];
      if (typeof step === 'number') steps[last] = step + 1;
      else isName = true;
    } else if (isName) {
      steps[last] = JSON.parse(token);
      isName = false;
    } else if (token !== ':') {
      yield { depth: steps.length, step: steps[last], start: index };
      isName = token === '{';
      if (token === '{') steps.push('');
      if (token === '[') steps.push(0);
    }
  }
}

/**
 * Line, from 1, of a syntax error of `JSON.parse`. Its message gives the position, except for an unexpected end and
 * an unexpected token: there the shortest prefix that fails in the same way is searched for.
 */
export function syntaxErrorLine(text: string, message: string): number {
  if (isOutOfPlace(message)) return lineAt(text, outOfPlace(text));
  const [, position] = /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  return lineAt(text, Math.min(Number(position ?? text.length), text.trimEnd().length));
}

const isOutOfPlace = (message: string): boolean => message.startsWith('Unexpected token');

function outOfPlace(text: string): number {
  let before = 0;
  let behind = text.length;
  while (behind - before > 1) {
    const middle = (before + behind) >> 1;
    if (isOutOfPlace(parseError(text.slice(0, middle)))) behind = middle;
    else before = middle;
  }
  return before;
}

function parseError(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
