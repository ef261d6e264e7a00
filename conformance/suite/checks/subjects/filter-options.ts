import type { Check } from '../../../engine/check.js';
import { Finding, NotApplicable, type Violation } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { stated } from '../../claims.js';
import {
  type CostsOf,
  columnOf,
  type Dimension,
  menuFor,
  providerIn,
  tableOf,
} from './costs/breakdown-table.js';

/** A dimension with a selection, and the one whose options it narrows. */
const pairs: readonly (readonly [selected: Dimension, offered: Dimension])[] = [
  ['service', 'region'],
  ['region', 'service'],
  ['service', 'account_id'],
];

/** Most selections of a pair. */
const mostSelections = 2;

const preset = ['preset', '12M'] as const;

/** The options that a selection offers. */
interface Examined {
  readonly isNarrowed: boolean;
  /** One that it offers although nothing of it has a cost. */
  readonly strays: readonly Violation[];
}

/**
 * Compares the options of one dimension, given a selection in another, with the costs of twelve months.
 *
 * @returns nothing if no selection can narrow the options, or if they are of another range
 */
async function examined(
  probe: Probe,
  provider: CostsOf,
  [selected, offered]: (typeof pairs)[number],
): Promise<Examined[]> {
  const { rows } = await tableOf(probe, provider, [['group_by', selected], ['group_by', offered], preset]);
  const whole = await menuFor(probe, provider, offered);
  const known = columnOf(rows, offered);
  const selections = columnOf(rows, selected).flatMap((value) => {
    const own = columnOf(
      rows.filter((row) => row[selected] === value),
      offered,
    );
    const other = whole.values.filter((option) => !own.includes(option));
    return own.length > 0 && other.length > 0 ? [{ value, own }] : [];
  });
  if (whole.values.some((option) => !known.includes(option))) return [];
  const results: Examined[] = [];
  for (const { value, own } of selections.slice(0, mostSelections)) {
    const { values, exchange } = await menuFor(probe, provider, offered, [[selected, value]]);
    const stray = values.find((option) => !own.includes(option));
    const violation: Violation = {
      message: `The options of \`${offered}\` contain ${show(stray)} although ${selected} ${show(value)} is selected and has no cost there in twelve months.`,
      expected: `only ${show(own)}`,
      actual: show(values),
      exchange,
    };
    const isNarrowed = values.length < whole.values.length;
    results.push({ isNarrowed, strays: stray === undefined ? [] : [violation] });
  }
  return results;
}

export const filterOptionChecks: readonly Check[] = [
  {
    id: 'filter-options.selections-constrain-each-other',
    ...stated,
    requirement:
      'The options of a dimension, with a selection in another one, leave out what has no cost together with the selection.',
    source: 'Other reads: filter-options, dimensions constrain each other',
    operations: ['getCostFilterOptions'],
    anyKey: true,
    requests: 8,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      await probe.correct('getCostBreakdown');
      const results: Examined[] = [];
      let reason: NotApplicable | undefined;
      for (const pair of pairs) {
        try {
          results.push(...(await examined(probe, providerIn(plan), pair)));
        } catch (error) {
          if (!(error instanceof NotApplicable)) throw error;
          reason = error;
        }
      }
      if (results.length === 0) {
        throw reason ?? new NotApplicable('every option occurs together with every other one');
      }
      // Options of a longer range may be narrowed less. Options that no selection narrows are not constrained.
      const isIgnored = results.every(({ isNarrowed }) => !isNarrowed);
      const basis = isIgnored ? undefined : ('proposed' as const);
      const [first, ...rest] = results.flatMap(({ strays }) => strays.map((one) => ({ ...one, basis })));
      if (first) throw new Finding([first, ...rest]);
    },
  },
];
