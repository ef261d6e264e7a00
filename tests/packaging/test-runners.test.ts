import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { blocksOf } from '../../docs/testing/pages.js';
import { javaMissing } from '../../docs/testing/programs.js';
import { createMock } from '../../mocks/index.js';
import { browserMissing } from '../../scripts/lib/chromium.mjs';
import { freePort } from '../support/free-port.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { compilerOf, install, run } from './run.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const blocks = blocksOf(readFileSync(join(root, 'docs/guides/recipes.md'), 'utf8'));
const programs = (language: string, contains: string) =>
  blocks.filter((one) => one.language === language && one.code.includes(contains)).map(({ code }) => code);

// Installing is slow on a loaded machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Creates a folder in which `npx cloud-cost-contract` is this project. */
function projectFolder(name: string): string {
  const folder = temporaryFolder(name);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const command = join(folder, 'node_modules/.bin/cloud-cost-contract');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${root}dist/cli/main.js' "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

describe.skipIf(browserMissing())('Playwright', () => {
  let folder: string;
  beforeAll(async () => {
    folder = projectFolder('playwright');
    await install(folder, '@playwright/test@1', '@types/node@22');
    symlinkSync(root, join(folder, 'node_modules/cloud-cost-contract'));
  });

  it('compiles and runs the tests of the recipe, with the mock that its configuration starts', async () => {
    const port = String(await freePort());
    const [config = '', ...tests] = programs('ts', '@playwright/test').map((code) =>
      code.replaceAll('4010', port),
    );
    expect(tests).toHaveLength(2);
    const browser = `use: { launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } },`;
    writeFileSync(
      join(folder, 'playwright.config.ts'),
      config.replace('defineConfig({', `defineConfig({ ${browser} workers: 1, reporter: 'line',`),
    );
    for (const [index, code] of tests.entries()) writeFileSync(join(folder, `${index}.spec.ts`), code);
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--types', 'node'];
    const files = ['playwright.config.ts', ...tests.map((_, index) => `${index}.spec.ts`)];
    const tsc = await compilerOf('newest', folder);
    expect(await run('node', [tsc, ...options, ...files], folder)).toMatchObject({ code: 0, stdout: '' });
    const { code, stdout, stderr } = await run('npx', ['playwright', 'test'], folder);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('2 passed');
  });
});

describe.skipIf(javaMissing)('JUnit 5', () => {
  it('has a test for each check and operation, of which the violated one fails', async () => {
    const folder = projectFolder('junit');
    const console =
      '<groupId>org.junit.platform</groupId><artifactId>junit-platform-console-standalone</artifactId>';
    writeFileSync(
      join(folder, 'pom.xml'),
      `<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version>
      <dependencies><dependency>${console}<version>1.11.4</version></dependency></dependencies></project>`,
    );
    const copied = await run('mvn', ['-q', '-B', 'dependency:copy-dependencies'], folder);
    expect(copied.code, copied.stdout).toBe(0);
    // Its only violation is that it admits more requests.
    const mock = await createMock({ rateLimit: 6000 });
    onTestFinished(() => mock.close());
    const url = await mock.listen({ port: 0 });
    const [code = ''] = programs('java', 'DynamicTest');
    writeFileSync(join(folder, 'ContractTest.java'), code.replace('http://localhost:8080', url));
    const jar = join(folder, 'target/dependency/junit-platform-console-standalone-1.11.4.jar');
    const compiled = await run('javac', ['-cp', jar, 'ContractTest.java'], folder);
    expect(compiled).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await run(
      'java',
      ['-jar', jar, 'execute', '-cp', '.', '--select-class', 'ContractTest', '--details', 'summary'],
      folder,
    );
    const [, passed] = /(\d+) tests successful/.exec(stdout) ?? [];
    expect(Number(passed), stdout).toBeGreaterThan(500);
    expect(stdout).toMatch(/1 tests failed/);
    expect(stdout).toContain('limits.rate-limit-is-enforced');
  });
});
