// @ts-check
// Starts a faulty server, to run `cost-contract verify` or another tool against it.
// `npm run serve:faulty -- <name> [--base mock|independent] [--port 4030]`; without a name, lists them.
import { importSources } from './lib/build/import-sources.mjs';
import { requireBuild } from './lib/build/require-build.mjs';
import { optionsOf } from './lib/options.mjs';

requireBuild('src/generated/operations.ts');
const { base, port, positionals } = optionsOf({ base: '', port: '4030' }, true);
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
  const isMock = (base || faulty.base) === 'mock';
  const { right, apiKeys } = isMock ? await mockBase() : independentBase();
  const { url } = await serve(faulty.change(right), Number(port)).catch((/** @type {any} */ error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${port} is already in use. Choose another with --port N, or 0 for any free port.`);
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
