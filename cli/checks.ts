import { count } from '../conformance/engine/count.js';
import { checks as allChecks } from '../conformance/suite/checks/index.js';
import type { CommandIo } from './command.js';

/** Lists every check of the suite. */
export async function runChecksList({ json }: { json?: boolean }, { stdout }: CommandIo): Promise<number> {
  const rows = allChecks.map(({ id, level, basis, requirement, source }) => ({
    id,
    level,
    basis,
    requirement,
    source,
  }));
  if (json) {
    stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  for (const { id, level, basis, requirement } of rows) {
    stdout.write(`${id}\n  ${level} ${basis}: ${requirement}\n`);
  }
  const ofBill = allChecks.filter((check) => check.kind !== 'passive' && check.needsBill).length;
  stdout.write(`\n${count(rows.length, 'check')}; ${ofBill} of them run only with verify --data\n`);
  return 0;
}
