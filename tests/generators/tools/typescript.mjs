// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf, warningsOf } from '../lib/tool.mjs';
import { runTypeScript } from '../lib/typescript.mjs';
import { npmVersion } from '../lib/version.mjs';

/**
 * A generator of TypeScript, and the program `programs/typescript/<name>.ts` that uses its output.
 *
 * @param {string} name
 * @param {readonly string[]} packages
 * @param {string} setting
 * @param {(context: import('../lib/tool.mjs').Context, generated: string) => Promise<string>} generate
 * @returns {import('../lib/tool.mjs').Tool}
 */
const generator = (name, packages, setting, generate) => ({
  name: packages.join(', '),
  version: packages.map(npmVersion).join(', '),
  kind: 'client',
  document: '3.1',
  setting,
  async run(context) {
    const { copyProgram, exec } = context;
    const folder = await copyProgram('typescript');
    const warnings = warningsOf(await generate(context, join(folder, 'generated')));
    return { result: 'compiles', steps: stepsOf(await runTypeScript(exec, folder, name)), warnings };
  },
});

export const typescriptGenerators = [
  generator(
    'openapi-typescript',
    ['openapi-typescript', 'openapi-fetch'],
    '`--default-non-nullable=false`',
    ({ document, exec }, generated) =>
      exec('openapi-typescript', [
        document,
        '--output',
        `${generated}/api.ts`,
        '--default-non-nullable=false',
      ]),
  ),
  generator('hey-api', ['@hey-api/openapi-ts'], 'a `baseUrl`', ({ document, exec }, generated) =>
    exec('openapi-ts', ['--input', document, '--output', generated]),
  ),
  generator('orval', ['orval'], '`urlEncodeParameters: true`, a `baseUrl`', (context, generated) => {
    const { folder, document: input, url: baseUrl, exec } = context;
    const config = join(folder, 'orval.config.mjs');
    const output = { target: `${generated}/api.ts`, client: 'fetch', baseUrl, urlEncodeParameters: true };
    writeFileSync(config, `export default ${JSON.stringify({ api: { input, output } })};`);
    return exec('orval', ['--config', config]);
  }),
  generator(
    'kubb',
    ['@kubb/cli'],
    "`client: 'fetch'`, a `baseURL`, a header `Content-Type`; callers encode ids, which it does not",
    async ({ folder, document, exec }, generated) => {
      const config = join(folder, 'kubb.config.mjs');
      writeFileSync(config, kubbConfig(document, generated));
      return exec('kubb', ['generate', '--config', config]);
    },
  ),
];

/** @param {string} document @param {string} output */
function kubbConfig(document, output) {
  const at = (/** @type {string} */ name) => JSON.stringify(import.meta.resolve(`@kubb/${name}`));
  return `import { pluginClient } from ${at('plugin-client')};
import { pluginOas } from ${at('plugin-oas')};
import { pluginTs } from ${at('plugin-ts')};
const client = { client: 'fetch', bundle: true, dataReturnType: 'full' };
export default {
  root: '.',
  input: { path: ${JSON.stringify(document)} },
  output: { path: ${JSON.stringify(output)}, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient(client)],
};`;
}
