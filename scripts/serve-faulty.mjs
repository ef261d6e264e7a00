// @ts-check
// Starts a faulty server, to run `cost-contract verify` or another tool against it.
// `npm run serve:faulty -- <name> [--base mock|independent] [--port 4030]`; without a name, lists them.
import { parseArgs } from 'node:util';
import { importSources } from './lib/build/import-sources.mjs';
import { requireBuild } from './lib/build/require-build.mjs';

requireBuild('src/generated/operations.ts');
const { values, positionals } = parsed();
const { faultyServersByArea, idOf, independentBase, mockBase, serve } = await importSources(`
export { faultyServersByArea } from './tests/faulty-servers/index.ts';
export { idOf } from './tests/faulty-servers/faulty-server.ts';
export { independentBase, mockBase } from './tests/faulty-servers/base.ts';
export { serve } from './tests/support/serve.ts';
`);

const [name] = positionals;
const faulty = Object.values(faultyServersByArea)
  .flat()
  .find((/** @type {any} */ one) => idOf(one) === name || one.name === name);
if (faulty) {
  const isMock = (values.base ?? faulty.base) === 'mock';
  const { right, apiKeys } = isMock ? await mockBase() : independentBase();
  const { url } = await serve(faulty.change(right), Number(values.port)).catch((/** @type {any} */ error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(
      `Port ${values.port} is already in use. Choose another with --port N, or 0 for any free port.`,
    );
    process.exit(2);
  });
  console.log(`${url}

Fault: ${faulty.name}
Caught by: ${faulty.caughtBy}

npx cloud-cost-contract verify ${url} ${apiKeys.map((/** @type {string} */ key) => `--api-key ${key}`).join(' ')}`);
} else {
  for (const [area, servers] of Object.entries(faultyServersByArea)) {
    console.log(`${area}\n${servers.map((/** @type {any} */ one) => `  ${idOf(one)}`).join('\n')}`);
  }
  if (name !== undefined) {
    console.error(`\nUnknown faulty server '${name}'. See the list above.`);
    process.exitCode = 2;
  }
}

function parsed() {
  const usage = 'Usage: npm run serve:faulty -- [NAME] [--base mock|independent] [--port N]';
  try {
    const options = /** @type {const} */ ({
      base: { type: 'string' },
      port: { type: 'string', default: '4030' },
      help: { type: 'boolean' },
    });
    const result = parseArgs({ allowPositionals: true, options });
    if (!result.values.help) return result;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message.replace(/\.?$/, '.')} ${usage}`);
    process.exit(2);
  }
}
