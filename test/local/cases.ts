/** The cases of a table written as a text: each begins with `#` and its name, which is followed by its other lines. */
export const cases = (text: string): [name: string, ...lines: string[]][] =>
  text
    .split(/^ *# /m)
    .slice(1)
    .map((block) => block.trim().split(/\n\s*/) as [string, ...string[]]);
