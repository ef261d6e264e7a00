// @ts-check
import { markdownTable } from '../../../scripts/lib/pages/markdown-table.mjs';

/** @typedef {{ id: string, kind: string, outcome: string } & Record<string, any>} Result */
/** @typedef {Readonly<Record<string, { name: string, mutants: Readonly<Record<string, string>> }>>} Reasons */

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
 * @param {Reasons} reasons why mutants survived, by class
 * @returns {Record<string, string>}
 */
export function mutationBlocks({ seed, mutants, results }, reasons) {
  const visible = results.filter(({ outcome }) => ['standard', 'strict', 'survived'].includes(outcome));
  const survivors = visible.filter(({ outcome }) => outcome === 'survived').map(({ id }) => id);
  const classes = Object.values(reasons).map(({ name, mutants: known }) => ({
    name,
    survivors: survivors.filter((id) => Object.hasOwn(known, id)),
  }));
  const classed = new Set(classes.flatMap((one) => one.survivors));
  const unread = survivors.filter((id) => !classed.has(id)).length;
  return {
    seed,
    sampled: String(results.length),
    mutants: String(mutants),
    visible: String(visible.length),
    'not-visible': String(count(results, 'not visible')),
    broken: String(count(results, 'does not start', 'does not end', 'does not compile')),
    kinds: tableBy('kind', visible, ({ kind }) => kind),
    areas: tableBy('area', visible, areaOf),
    survivors: markdownTable([
      ['why it survived', 'mutants'],
      ...classes.map((one) => [one.name, String(one.survivors.length)]),
      ...(unread > 0 ? [['not read yet', String(unread)]] : []),
    ]),
  };
}

/**
 * Returns the generated blocks of docs/mutation.md about mutants of figures that a bill determines.
 *
 * @param {{ seed: string, mutants: number, results: readonly Result[] }} run
 * @param {Reasons} reasons
 * @returns {Record<string, string>}
 */
export function dataBlocks(run, reasons) {
  const { 'not-visible': _, broken: _broken, ...blocks } = mutationBlocks(run, reasons);
  return Object.fromEntries(Object.entries(blocks).map(([name, text]) => [`data-${name}`, text]));
}
