// @ts-check
// Judges every regular expression of the product with recheck, and fails if the time of one is more than linear in the
// text that it sees: a text of a server, an archive, a bill or a user must not decide how long a program runs.
// `npm run lint:regexes`. Verdicts are cached in node_modules/.cache; without it, the run takes about ten seconds.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireBuild } from './lib/build/require-build.mjs';
import { problemOf, regexesIn, slownessOf } from './lib/lint/regexes.mjs';
import { root } from './lib/paths.mjs';

/** The code that sees texts of others. The validators of the document's patterns are generated. */
const folders = ['src', 'cli', 'conformance', 'mocks', 'docs/.vitepress/theme'];
const generated = 'src/generated';
/** Milliseconds for an expression; the slowest takes less than two seconds. */
const timeout = 60_000;

/** Why the time of expressions of Ajv in the generated validators is bounded, by their beginning. */
const ofAjv = {
  '^P(?!$)': 'no schema has the format duration',
  '^(?:https?|ftp):': 'no schema has the format url',
  '^(?:[a-z][a-z0-9+\\-.]*:)(?:\\/?\\/(?:':
    'a uri matches in a constant number of ways, which recheck takes for a power',
};

requireBuild(generated);
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8'));
const cacheFile = join(root, `node_modules/.cache/lint-regexes-${version}.json`);
/** @type {Record<string, string | null>} */
const known = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
/** @type {Record<string, string | null>} */
const used = {};

/**
 * @param {string} source
 * @param {string} flags
 */
async function judge(source, flags) {
  const key = `/${source}/${flags}`;
  used[key] = key in known ? (known[key] ?? null) : await slownessOf(source, flags, timeout);
  known[key] = used[key];
  return used[key];
}

/** @param {string | null} source */
function reasonOfAjv(source) {
  if (source === null) return 'it is only compiled, to find out whether it is valid';
  return Object.entries(ofAjv).find(([beginning]) => source.startsWith(beginning))?.[1] ?? null;
}

const tracked = execFileSync('git', ['ls-files', '-z', '--', ...folders], { cwd: root, encoding: 'utf8' });
const paths = [
  ...tracked.split('\0').filter((path) => /\.(ts|mjs)$/.test(path) && !/\.test\.|\/testing\//.test(path)),
  ...readdirSync(join(root, generated))
    .filter((name) => /(?<!\.d)\.(js|ts)$/.test(name))
    .map((name) => `${generated}/${name}`),
];
let count = 0;
for (const path of paths) {
  if (!existsSync(join(root, path))) continue;
  for (const regex of regexesIn(path, readFileSync(join(root, path), 'utf8'))) {
    count += 1;
    const reason = path.startsWith(generated) ? reasonOfAjv(regex.source) : regex.reason;
    const problem = await problemOf({ ...regex, reason }, judge);
    if (problem === null) continue;
    console.error(`${path}:${regex.line}: ${regex.text} ${problem}`);
    process.exitCode = 1;
  }
}
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
writeFileSync(cacheFile, JSON.stringify(used));
console.log(`${count} regular expressions in ${paths.length} files, ${Object.keys(used).length} different.`);
