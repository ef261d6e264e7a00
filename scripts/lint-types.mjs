// @ts-check
// Checks that each entry point of the package has types under every module resolution of TypeScript. `npm run lint:package`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { root } from './lib/paths.mjs';

/** The package is for ES modules alone; docs/commonjs.md describes how CommonJS programs use it. */
const accepted = 'CJSResolvesToESM';

const folder = mkdtempSync(join(tmpdir(), 'lint-types-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error'];
const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const excludeEntrypoints = Object.keys(exports).filter((subpath) => !exports[subpath].types);

const archive = createPackageFromTarballData(readFileSync(join(folder, filename)));
const result = await checkPackage(archive, { excludeEntrypoints });
if (!result.types) throw new Error('The package has no types.');
const problems = result.problems.filter(({ kind }) => kind !== accepted);
for (const { kind, ...where } of problems) {
  const { title, docsUrl } = problemKindInfo[kind];
  console.error(`${title}: ${JSON.stringify(where)} ${docsUrl}`);
}
console.log(
  `${Object.keys(result.entrypoints).length} entry points, ${problems.length} problems with types.`,
);
if (problems.length > 0) process.exitCode = 1;
