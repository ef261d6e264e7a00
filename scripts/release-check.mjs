// @ts-check
// Prints what prevents publishing the package, and exits with 1 if anything does. `npm run release:check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { installPages } from './lib/release/install-pages.mjs';
import { releaseProblems } from './lib/release/release-problems.mjs';

const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
const problems = releaseProblems(JSON.parse(read('package.json')), installPages());
console.log(
  problems.length === 0 ? 'The package can be published.' : problems.map((line) => `- ${line}`).join('\n'),
);
if (problems.length > 0) process.exitCode = 1;
