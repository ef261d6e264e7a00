import { parseArgs } from 'node:util';
import { checks as allChecks } from '../conformance/checks/index.js';
import type { Command } from './command.js';

const help = `Usage: cost-contract checks [--json]

Lists every check of the conformance suite: its id, how strongly the contract asks for it, where
that comes from, and the requirement.

Options:
  --json   as JSON, with the source of each
`;

export const checks: Command = {
  name: 'checks',
  summary: 'list the checks of verify',
  help,
  async run(args, io) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } });
    const rows = allChecks.map(({ id, level, basis, requirement, source }) => ({
      id,
      level,
      basis,
      requirement,
      source,
    }));
    if (values.json) {
      io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
      return 0;
    }
    for (const { id, level, basis, requirement } of rows) {
      io.stdout.write(`${id}\n  ${level} ${basis}: ${requirement}\n`);
    }
    io.stdout.write(`\n${rows.length} checks\n`);
    return 0;
  },
};
