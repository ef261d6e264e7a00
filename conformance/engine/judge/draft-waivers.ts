import { stringify } from 'yaml';
import { groupBy } from '../../../src/group-by.js';
import type { OperationId } from '../operation.js';
import type { Report } from '../report.js';
import { wholeApi } from './waiver-book.js';

/** Days until a drafted waiver expires. */
const daysDrafted = 90;

/** A violation that can be waived. */
export interface Waivable {
  readonly id: string;
  readonly operations: readonly (OperationId | null)[];
  readonly fingerprint: string;
}

/** Returns a waiver in YAML with a placeholder for its reason. */
export function draftWaiver({ id, operations, fingerprint }: Waivable, startedAt: string): string {
  const names = [...new Set(operations.map((operation) => operation ?? wholeApi))];
  const expires = new Date(Date.parse(startedAt) + daysDrafted * 86_400_000);
  const entry = {
    check: id,
    operation: names.length === 1 ? names[0] : names,
    fingerprint,
    reason: 'TODO',
    expires: expires.toISOString().slice(0, 10),
  };
  return stringify([entry], { lineWidth: 0, collectionStyle: 'any' });
}

/** Returns a waiver file for all failures; it is invalid until each waiver has a reason. */
export function draftWaivers(report: Report): string {
  const violations = report.results.flatMap(({ id, operation, violations }) =>
    violations
      .filter(({ status }) => status === 'failed')
      .map(({ message, fingerprint }) => ({ id, operation, message, fingerprint })),
  );
  const drafts = [...groupBy(violations, ({ id, fingerprint }) => `${id} ${fingerprint}`).values()].map(
    (same) => {
      const [{ id, fingerprint, message }] = same;
      const operations = same.map(({ operation }) => operation);
      return `# ${message.replace(/\s+/g, ' ')}\n${draftWaiver({ id, operations, fingerprint }, report.started_at)}`;
    },
  );
  return [
    '# In each reason, state why the failure is accepted, and choose when the waiver expires.',
    '# What other waivers of the run accept is not repeated: use them beside this file, or add it to theirs.\n',
    ...drafts,
  ].join('\n');
}
