import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { document } from '../generated/document.js';
import { type Command, UsageError } from './command.js';

const help = `Usage: cost-contract spec [--format yaml|json]

Prints the built OpenAPI 3.1 document.

Options:
  --format yaml|json   how to write it (default: yaml)
`;

export const spec: Command = {
  name: 'spec',
  summary: 'print the OpenAPI document',
  help,
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: { format: { type: 'string', default: 'yaml' } },
    });
    if (values.format !== 'yaml' && values.format !== 'json') {
      throw new UsageError(`--format is yaml or json, not ${values.format}.`);
    }
    io.stdout.write(
      values.format === 'json'
        ? `${JSON.stringify(document, null, 2)}\n`
        : stringify(document, { lineWidth: 0 }),
    );
    return 0;
  },
};
