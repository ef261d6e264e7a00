import { expect } from 'vitest';
import type { Block } from './pages.js';

/** Expects the shown lines in the output in the same order, with any lines between. */
export function expectShown({ language, code }: Block, output: string) {
  if (language === 'json') {
    const responses = atStart(output)
      .split('\n')
      .filter((line) => /^[[{]/.test(line));
    const parts = responses.flatMap((line) => partsOf(JSON.parse(line)));
    return expect(parts).toContainEqual(JSON.parse(atStart(code)));
  }
  const lines = output.split('\n').map(masked);
  let from = 0;
  for (const line of code
    .split('\n')
    .map(masked)
    .filter((shown) => shown && !shown.startsWith('…'))) {
    const at = lines.indexOf(line, from);
    if (at < 0) expect.fail(`The output does not contain: ${line}\n\n${output}`);
    from = at + 1;
  }
}

/** Sets the timestamp of a response to the start of the mock's clock, noon: a slow machine sends a request seconds later. */
const atStart = (text: string) => text.replaceAll(/(?<="timestamp": ?"[\d-]+T12:0)\d:\d\dZ/g, '0:00Z');

/** Masks the parts of a line that differ between runs, or change with the suite. */
function masked(line: string): string {
  // A row of the table of operations and areas: its widths and counts change with the number of checks.
  if (/^\S.* {2,}\S.*( +\d+){3}$/.test(line)) return line.replaceAll(/\d+/g, '…').replaceAll(/ +/g, ' ');
  const counts = /requests in|verdicts|^Coverage:|^VIOLATES/.test(line);
  return line
    .trim()
    .replace(
      counts
        ? /\d+(\.\d+)?/g
        : /(?<=no response: ).+|(?<=stopped responding \().+(?=\)\.)|(?<="timestamp":")[^"]+|\d+(?= seconds)|(?<=_seconds":)\d+|(?<=(whe|fp)-)\w+/g,
      '…',
    );
}

/** Returns a value and all values in it. */
function partsOf(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [value];
  return [value, ...Object.values(value).flatMap(partsOf)];
}
