import type { Result } from '../result.js';
import { extentOf, unlisted } from './findings.js';

/** Describes a result in lines of text: each distinct violation, or the reason for another status. */
export function violationLines(result: Result): string[] {
  const { violations, status, message } = result;
  if (violations.length === 0) return message === null ? [] : [message];
  const omitted = unlisted([result]);
  return [
    ...violations.flatMap((violation) => [
      `${violation.message}${extentOf(violation)}${violation.status === status ? '' : ` [only ${violation.status}]`}`,
      `  expected  ${violation.expected}`,
      `  actual    ${violation.actual}`,
      ...(violation.curl === null ? [] : [`  reproduce ${violation.curl}`]),
    ]),
    ...(omitted === null ? [] : [omitted]),
  ];
}
