// @ts-check
import { markdownTable } from '../../../scripts/lib/pages/markdown-table.mjs';

/** @typedef {{ id: string, kind: string, outcome: string } & Record<string, any>} Result */

/** @param {readonly Result[]} results @param {...string} outcomes */
const count = (results, ...outcomes) => results.filter(({ outcome }) => outcomes.includes(outcome)).length;

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole === 0 ? '–' : `${part} (${Math.round((part / whole) * 100)} %)`);

/** @param {readonly Result[]} results */
const row = (results) => {
  const visible = count(results, 'standard', 'strict', 'survived');
  const standard = count(results, 'standard');
  return [String(visible), share(standard, visible), share(standard + count(results, 'strict'), visible)];
};

/**
 * @param {string} title
 * @param {readonly Result[]} results
 * @param {(result: Result) => string} of
 */
function tableBy(title, results, of) {
  const names = [...new Set(results.map(of))].sort();
  return markdownTable([
    [title, 'visible', 'caught, standard', 'caught, strict'],
    ...names.map((name) => [name, ...row(results.filter((result) => of(result) === name))]),
    ['all', ...row(results)],
  ]);
}

/** The folder of the dataset that a mutant is in. */
const areaOf = (/** @type {Result} */ { id }) => {
  const [path = ''] = id.split(':');
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'shared';
};

/**
 * Returns the generated blocks of docs/mutation.md.
 *
 * @param {{ seed: string, mutants: number, results: readonly Result[] }} run
 * @returns {Record<string, string>}
 */
export function mutationBlocks({ seed, mutants, results }) {
  const visible = results.filter(({ outcome }) => ['standard', 'strict', 'survived'].includes(outcome));
  return {
    seed,
    sampled: String(results.length),
    mutants: String(mutants),
    visible: String(visible.length),
    'not-visible': String(count(results, 'not visible')),
    broken: String(count(results, 'does not start', 'does not end', 'does not compile')),
    kinds: tableBy('kind', visible, ({ kind }) => kind),
    areas: tableBy('area', visible, areaOf),
  };
}

/**
 * Returns the generated blocks of docs/mutation.md about mutants of figures that a bill determines.
 *
 * @param {{ seed: string, mutants: number, results: readonly Result[] }} run
 * @returns {Record<string, string>}
 */
export function dataBlocks(run) {
  const { 'not-visible': _, broken: _broken, ...blocks } = mutationBlocks(run);
  return Object.fromEntries(Object.entries(blocks).map(([name, text]) => [`data-${name}`, text]));
}
