// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataset } from './bundles.mjs';
import { mutantsOf } from './points.mjs';

/** @typedef {import('./points.mjs').Mutant} Mutant */

/** Seed data are facts of the organization, and fixtures are not a response of the API. */
const isComputation = (/** @type {string} */ file) =>
  file.endsWith('.ts') &&
  !file.endsWith('.test.ts') &&
  !file.startsWith('seed-data/') &&
  file !== 'fixtures.ts';

/** @param {Mutant} mutant */
export const idOf = ({ file, place, from, to }) => `${file}:${place} ${oneLine(from)} → ${oneLine(to)}`;

const oneLine = (/** @type {string} */ text) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || 'removed';
};

/**
 * Lists all mutants of the dataset in an order that depends only on the seed, so that each has the same chance to be
 * among the first.
 *
 * @param {string} seed
 * @param {string} part restricts the mutants to files with this text in their name
 */
export function sampled(seed, part) {
  const rank = (/** @type {Mutant} */ mutant) =>
    createHash('sha256')
      .update(`${seed} ${idOf(mutant)}`)
      .digest('hex');
  return readdirSync(dataset, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isComputation(file) && file.includes(part))
    .flatMap((file) => mutantsOf(join(dataset, file), file))
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ mutant }) => mutant);
}
