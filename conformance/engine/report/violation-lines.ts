import { printable } from '../../../src/text/printable.js';
import type { DistinctViolation, Result } from '../judge/result.js';
import { extentOf, unlisted } from './findings.js';

/** Shows the statement for DuckDB of a violation, if it has one. The lines can be copied together. */
export function sqlLines({ sql }: Pick<DistinctViolation, 'sql'>, indent: string): string[] {
  if (sql === undefined) return [];
  return [
    `${indent}in DuckDB`, // Line breaks may have been escaped for the terminal.
    ...sql.split(/\n|\\n/).map((line) => `${indent}  ${printable(line)}`),
  ];
}

/** Describes a result in lines of text: each distinct violation, or the reason for another status. */
export function violationLines(result: Result): string[] {
  const { violations, status, message, exchange } = result;
  if (violations.length === 0) {
    const command = exchange ? [`  reproduce ${exchange.curl}`] : [];
    return message === null ? [] : [message, ...command];
  }
  const omitted = unlisted([result]);
  return [
    ...violations.flatMap((violation) => [
      `${violation.message}${extentOf(violation)}${violation.status === status ? '' : ` [only ${violation.status}]`}`,
      `  expected  ${violation.expected}`,
      `  actual    ${violation.actual}`,
      ...sqlLines(violation, '  '),
      ...(violation.curl === null ? [] : [`  reproduce ${violation.curl}`]),
    ]),
    ...(omitted === null ? [] : [omitted]),
  ];
}
