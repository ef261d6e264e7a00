import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { oneOf } from './one-of.js';

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
    const format = oneOf('format', values.format, ['yaml', 'json']);
    // By the package's own name, which leads to what was built, wherever this module is.
    const path = createRequire(import.meta.url).resolve(`cloud-cost-contract/openapi.${format}`);
    const text = await readFile(path, 'utf8');
    io.stdout.write(format === 'json' ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text);
    return 0;
  },
};
