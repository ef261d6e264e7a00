import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compilerOf, install } from '../tests/packaging/run.js';
import { temporaryFolder } from '../tests/support/temporary-folder.js';
import { blocksOf } from './testing/pages.js';
import { javaMissing } from './testing/programs.js';
import { PythonPackages, pythonMissing } from './testing/python.js';

const text = readFileSync(new URL('guides/containers.md', import.meta.url), 'utf8');
const programsIn = (language: string) =>
  blocksOf(text)
    .filter((block) => block.language === language)
    .map(({ code }) => code);
/** The version that the page names for a language. */
const versionFor = (language: string) =>
  new RegExp(`(\\d+\\.\\d+\\.\\d+) for ${language}`).exec(text)?.[1] ?? `no version for ${language}`;

/** Runs a command, and returns what it prints if it fails. */
function problemsOf(command: string, args: readonly string[], cwd: string, env = {}): string {
  try {
    execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
    return '';
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout?: Buffer; stderr?: Buffer };
    return `${message}\n${stdout ?? ''}${stderr ?? ''}`;
  }
}

describe('programs with Testcontainers compile', { timeout: 300_000 }, () => {
  it('in Node', async () => {
    const folder = temporaryFolder('testcontainers-node');
    await install(folder, `testcontainers@${versionFor('Node')}`);
    const files = programsIn('ts').map((code, index) => [`program-${index}.mts`, code] as const);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const [name, code] of files) writeFileSync(join(folder, name), code);
    const types = join(createRequire(import.meta.url).resolve('@types/node/package.json'), '../..');
    const compiler = await compilerOf('newest', folder);
    const how = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
    const found = ['--typeRoots', types, '--types', 'node'];
    const names = files.map(([name]) => name);
    expect(problemsOf(process.execPath, [compiler, ...how, ...found, ...names], folder)).toBe('');
  });

  it.skipIf(javaMissing)('in Java', () => {
    const folder = temporaryFolder('testcontainers-java');
    const dependency = `<groupId>org.testcontainers</groupId><artifactId>testcontainers</artifactId><version>${versionFor('Java')}</version>`;
    writeFileSync(
      join(folder, 'pom.xml'),
      `<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version>
      <dependencies><dependency>${dependency}</dependency></dependencies></project>`,
    );
    const copy = ['-q', '-B', 'dependency:copy-dependencies'];
    expect(problemsOf('mvn', copy, folder)).toBe('');
    const [code = ''] = programsIn('java');
    writeFileSync(join(folder, 'Providers.java'), code);
    expect(problemsOf('javac', ['-cp', 'target/dependency/*', 'Providers.java'], folder)).toBe('');
  });

  it.skipIf(pythonMissing)('in Python', () => {
    const packages = new PythonPackages([
      `testcontainers==${versionFor('Python')}`,
      'requests==2.34.2',
      'mypy==2.4.1',
      'types-requests==2.33.0.20261030',
    ]);
    const folder = temporaryFolder('testcontainers-python');
    const [code = ''] = programsIn('python');
    writeFileSync(join(folder, 'providers.py'), code);
    const check = ['-m', 'mypy', '--strict', '--follow-imports=silent', 'providers.py'];
    expect(problemsOf('python3', check, folder, packages.env)).toBe('');
  });
});
