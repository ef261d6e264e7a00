import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { compilerOf, install, pack, run } from './run.js';

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

const requires = imports.replaceAll(/import (.*) from (.*);/g, 'const $1 = require($2);');

let folder: string;

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
  // Its TypeScript is that of this project.
  writeFileSync(join(folder, '.npmrc'), 'legacy-peer-deps=true');
  const { archive } = await pack(folder);
  const packages = ['jest@30', 'ts-jest@29', '@types/jest@30', '@babel/plugin-transform-modules-commonjs@7'];
  await install(folder, archive, ...packages);
  symlinkSync(join(root, 'node_modules/typescript'), join(folder, 'node_modules/typescript'));
});

it('a CommonJS program requires the package', async () => {
  const code = example.replace(/apiKey: .*? \}/, "apiKey: 'ccc_test_caller', fetch }");
  const fetch = `const fetch = async () => Response.json({ success: true, timestamp: '', data: [1, 2] });\n`;
  const { stdout, stderr } = await run('node', ['--input-type=commonjs', '--eval', fetch + code], folder);
  expect(stdout + stderr).toBe('2\n');
});

describe('a CommonJS project in TypeScript', () => {
  const compile = async (cwd: string, module: string) => {
    const strict = ['--strict', '--skipLibCheck', '--types', 'node'];
    const target = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', module];
    return run('node', [await compilerOf('newest', folder), ...strict, ...target, 'main.ts'], cwd);
  };

  it.each(['commonjs', 'nodenext', 'node20'])('compiles and runs with module %s', async (module) => {
    const cwd = project(module, { 'main.ts': program });
    expect(await compile(cwd, module)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(cwd, 'main.js'), 'utf8')).toContain('require("cloud-cost-contract")');
    const ran = await run('node', ['main.js'], cwd);
    expect(ran).toEqual({ code: 0, stdout: 'true false function object\n', stderr: '' });
  });

  it('compiles with module preserve', async () => {
    const compiled = await compile(project('preserve', { 'main.ts': program }), 'preserve');
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each(['node16', 'node18'])('needs another setting than %s', async (module) => {
    const cwd = project(module, { 'main.ts': program });
    expect((await compile(cwd, module)).stdout).toContain('TS1479');
  });

  it('imports the package dynamically with module node16', async () => {
    const main = `async function main() {
  const { createClient } = await import('cloud-cost-contract');
  console.log(typeof createClient);
}
main();`;
    const cwd = project('dynamic', { 'main.ts': main });
    expect(await compile(cwd, 'node16')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await run('node', ['main.js'], cwd)).toEqual({ code: 0, stdout: 'function\n', stderr: '' });
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
    const { code, stderr } = await jest(project('jest-esm', files), '--experimental-vm-modules');
    expect(code, stderr).toBe(0);
  });

  it.each([
    ['ts-jest', tsJestConfig, { 'client.test.ts': jestTest(imports) }],
    ['Babel', babelConfig, { 'client.test.js': jestTest(requires) }],
  ])('runs a test of a CommonJS project with %s', async (name, config, files) => {
    const tsconfig =
      '{ "compilerOptions": { "module": "commonjs", "target": "es2022", "strict": true, "esModuleInterop": true } }';
    const cwd = project(`jest-${name}`, { 'jest.config.js': config, 'tsconfig.json': tsconfig, ...files });
    const { code, stderr } = await jest(cwd, '');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('1 passed');
  });
});
