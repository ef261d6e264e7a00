import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/commonjs.md'), 'utf8');
const [example = '', esmConfig = '', tsJestConfig = '', babelConfig = ''] = [
  ...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm),
].map(([, code = '']) => code);

// Installing and transforming are slow on a loaded machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const program = `
import { createClient, isApiError, type Commitment } from 'cloud-cost-contract';
import { createMock } from 'cloud-cost-contract/mock';
import { responseValidators } from 'cloud-cost-contract/validators';
import { verifyWebhook } from 'cloud-cost-contract/webhooks';
async function main() {
  const mock = await createMock({ frozen: true });
  const client = createClient({ baseUrl: 'https://costs.example', apiKey: 'ccc_test_caller', fetch: mock.fetch });
  const commitments: Commitment[] = await client.listCommitments().all();
  // @ts-expect-error no such method
  void (() => client.nothing());
  console.log(commitments.length > 0, isApiError(null), typeof verifyWebhook, typeof responseValidators);
}
main();`;

const jestTest = (imports: string) => `${imports}
test('reads commitments', async () => {
  const mock = await createMock({ frozen: true });
  const client = createClient({ baseUrl: 'https://costs.example', apiKey: 'ccc_test_caller', fetch: mock.fetch });
  expect((await client.listCommitments().all()).length).toBeGreaterThan(0);
  const error = await client.getCommitment({ commitment_id: 'nothing' }).catch((reason) => reason);
  expect(isApiError(error, 'NOT_FOUND')).toBe(true);
});`;
const imports = `import { createClient, isApiError } from 'cloud-cost-contract';
import { createMock } from 'cloud-cost-contract/mock';`;

import { temporaryFolder } from '../support/temporary-folder.js';

const requires = imports.replaceAll(/import (.*) from (.*);/g, 'const $1 = require($2);');

let folder: string;

// Without the variables that npm sets for scripts, because they refer to this project.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)|^NODE_OPTIONS$/.test(name)),
);
function run(command: string, args: readonly string[], cwd = folder, more: Record<string, string> = {}) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(command, args, { cwd, env: { ...env, ...more }, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: stdout + stderr }),
    );
  });
}

/** Creates a project below the installed packages. */
function project(name: string, files: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries({ 'package.json': '{ "private": true }', ...files }))
    writeFileSync(join(path, file), text);
  return path;
}

beforeAll(async () => {
  folder = temporaryFolder('commonjs');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error'];
  const packed = await run('npm', pack, root);
  const [{ filename }] = JSON.parse(packed.output.slice(packed.output.indexOf('[\n')));
  const packages = ['jest@30', 'ts-jest@29', '@types/jest@30', '@babel/plugin-transform-modules-commonjs@7'];
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  const installed = await run('npm', ['install', ...options, join(folder, filename), ...packages]);
  expect(installed.code, installed.output).toBe(0);
  symlinkSync(join(root, 'node_modules/typescript'), join(folder, 'node_modules/typescript'));
});

it('a CommonJS program requires the package', async () => {
  const code = example.replace(/apiKey: .*? \}/, "apiKey: 'ccc_test_caller', fetch }");
  const fetch = `const fetch = async () => Response.json({ success: true, timestamp: '', data: [1, 2] });\n`;
  const { output } = await run('node', ['--input-type=commonjs', '--eval', fetch + code]);
  expect(output).toBe('2\n');
});

describe('a CommonJS project in TypeScript', () => {
  const compile = (cwd: string, module: string) => {
    const strict = ['--strict', '--skipLibCheck', '--types', 'node'];
    const target = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', module];
    return run('node', [join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...target, 'main.ts'], cwd);
  };

  it.each(['commonjs', 'nodenext', 'node20'])('compiles and runs with module %s', async (module) => {
    const cwd = project(module, { 'main.ts': program });
    expect(await compile(cwd, module)).toEqual({ code: 0, output: '' });
    expect(readFileSync(join(cwd, 'main.js'), 'utf8')).toContain('require("cloud-cost-contract")');
    expect(await run('node', ['main.js'], cwd)).toEqual({ code: 0, output: 'true false function object\n' });
  });

  it('compiles with module preserve', async () => {
    expect(await compile(project('preserve', { 'main.ts': program }), 'preserve')).toEqual({
      code: 0,
      output: '',
    });
  });

  it.each(['node16', 'node18'])('needs another setting than %s', async (module) => {
    const cwd = project(module, { 'main.ts': program });
    expect((await compile(cwd, module)).output).toContain('TS1479');
  });

  it('imports the package dynamically with module node16', async () => {
    const main = `async function main() {
  const { createClient } = await import('cloud-cost-contract');
  console.log(typeof createClient);
}
main();`;
    const cwd = project('dynamic', { 'main.ts': main });
    expect(await compile(cwd, 'node16')).toEqual({ code: 0, output: '' });
    expect(await run('node', ['main.js'], cwd)).toEqual({ code: 0, output: 'function\n' });
  });
});

describe('Jest', () => {
  const jest = (cwd: string, options: string) =>
    run('node', [join(folder, 'node_modules/jest/bin/jest.js'), '--rootDir', cwd], cwd, {
      NODE_OPTIONS: options,
    });

  it('runs a test of an ES module project', async () => {
    const files = {
      'package.json': '{ "private": true, "type": "module" }',
      'jest.config.js': esmConfig,
      'client.test.js': jestTest(imports),
    };
    expect(guide).toContain('NODE_OPTIONS=--experimental-vm-modules npx jest');
    const { code, output } = await jest(project('jest-esm', files), '--experimental-vm-modules');
    expect(code, output).toBe(0);
  });

  it.each([
    ['ts-jest', tsJestConfig, { 'client.test.ts': jestTest(imports) }],
    ['Babel', babelConfig, { 'client.test.js': jestTest(requires) }],
  ])('runs a test of a CommonJS project with %s', async (name, config, files) => {
    const tsconfig =
      '{ "compilerOptions": { "module": "commonjs", "target": "es2022", "strict": true, "esModuleInterop": true } }';
    const cwd = project(`jest-${name}`, { 'jest.config.js': config, 'tsconfig.json': tsconfig, ...files });
    const { code, output } = await jest(cwd, '');
    expect(code, output).toBe(0);
    expect(output).toContain('1 passed');
  });
});
