// @ts-check
// Serves a server that is wrong in one way: to see how `cost-contract verify`, or another tool, takes it.
// `npm run serve:faulty -- <defect> [--base mock|independent] [--port 4030]`; with no defect it lists them.
import { parseArgs } from 'node:util';
import { importSources } from './lib/import-sources.mjs';
import { needBuilt } from './lib/need-built.mjs';

needBuilt('src/generated/operations.ts');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, port: { type: 'string', default: '4030' } },
});
const { faultyServersByArea, idOf, independentBase, listeningMockBase, serve } = await importSources(`
export { faultyServersByArea } from './tests/faulty-servers/index.ts';
export { idOf } from './tests/faulty-servers/faulty-server.ts';
export { independentBase, listeningMockBase } from './tests/faulty-servers/base.ts';
export { serve } from './tests/support/serve.ts';
`);

const [wanted] = positionals;
const faulty = Object.values(faultyServersByArea)
  .flat()
  .find((/** @type {any} */ one) => idOf(one) === wanted || one.name === wanted);
if (faulty) {
  const isMock = (values.base ?? faulty.base) === 'mock';
  const { right, apiKeys } = isMock ? await listeningMockBase(600) : independentBase();
  const { url } = await serve(faulty.change(right), Number(values.port)).catch((/** @type {any} */ error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${values.port} is already in use; choose another with --port N, or 0 for any.`);
    process.exit(2);
  });
  console.log(`${url}

What is wrong with it: ${faulty.name}
The check that catches it: ${faulty.caughtBy}

cost-contract verify ${url} ${apiKeys.map((/** @type {string} */ key) => `--api-key ${key}`).join(' ')}`);
} else {
  for (const [area, servers] of Object.entries(faultyServersByArea)) {
    console.log(`${area}\n${servers.map((/** @type {any} */ one) => `  ${idOf(one)}`).join('\n')}`);
  }
  if (wanted !== undefined) {
    console.error(`\nNo faulty server is called "${wanted}"; the names are above.`);
    process.exitCode = 2;
  }
}
