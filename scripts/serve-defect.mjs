// @ts-check
// Serves a server that is wrong in one way: to see how `cost-contract verify`, or another tool, takes it.
// `npm run serve:defect -- <defect> [--base mock|independent] [--port 4030]`; with no defect it lists them.
import { parseArgs } from 'node:util';
import { importSources } from './lib/import-sources.mjs';
import { needBuilt } from './lib/need-built.mjs';

needBuilt('src/generated/operations.ts');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, port: { type: 'string', default: '4030' } },
});
const { defectsByArea, idOf, independentBase, listeningMockBase, serve } = await importSources(`
export { defectsByArea } from './tests/faulty-servers/index.ts';
export { idOf } from './tests/faulty-servers/defect.ts';
export { independentBase, listeningMockBase } from './tests/faulty-servers/base.ts';
export { serve } from './tests/support/serve.ts';
`);

const [wanted] = positionals;
const defect = Object.values(defectsByArea)
  .flat()
  .find((/** @type {any} */ one) => idOf(one) === wanted || one.name === wanted);
if (defect) {
  const isMock = (values.base ?? defect.base) === 'mock';
  const { right, apiKeys } = isMock ? await listeningMockBase(600) : independentBase();
  const { url } = await serve(defect.wrap(right), Number(values.port)).catch((/** @type {any} */ error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${values.port} is already in use; choose another with --port N, or 0 for any.`);
    process.exit(2);
  });
  console.log(`${url}

What is wrong with it: ${defect.name}
The check that finds it: ${defect.kills}

cost-contract verify ${url} ${apiKeys.map((/** @type {string} */ key) => `--api-key ${key}`).join(' ')}`);
} else {
  for (const [area, defects] of Object.entries(defectsByArea)) {
    console.log(`${area}\n${defects.map((/** @type {any} */ one) => `  ${idOf(one)}`).join('\n')}`);
  }
  if (wanted !== undefined) {
    console.error(`\nNo defect is called "${wanted}"; the names are above.`);
    process.exitCode = 2;
  }
}
