import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearPercent, numbersOf, round } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf } from '../shared/success-of.js';

const textsOf = (entry: any): string =>
  Object.values(entry)
    .filter((value) => typeof value === 'string')
    .join(' ');

/** Checks of the figures of utilization, recommendations and overview. */
export const figureChecks: readonly Check[] = [
  forEachRow('getCommitmentUtilization', {
    id: 'commitments.utilization-is-used-over-purchased',
    level: 'MUST',
    basis: 'stated',
    requirement: '`utilization_pct` equals `used_hours` divided by `purchased_hours`, as a percentage.',
    source: 'Commitment read semantics, rule 3',
    each: (data) =>
      rowsOf(data.services).filter(
        (entry) =>
          numbersOf(entry, 'used_hours', 'purchased_hours', 'utilization_pct') && entry.purchased_hours > 0,
      ),
    judge: ({ service, used_hours, purchased_hours, utilization_pct }) => {
      const expected = (used_hours / purchased_hours) * 100;
      // Hours may be rounded, which makes the rate of a short window less exact.
      if (
        nearPercent(utilization_pct, expected) ||
        Math.abs(utilization_pct - expected) < 100 / purchased_hours
      ) {
        return true;
      }
      return {
        message: `\`utilization_pct\` of service ${show(service)} is not \`used_hours\` as a percentage of \`purchased_hours\`.`,
        expected: `${round(expected)} = ${used_hours} / ${purchased_hours} × 100`,
        actual: `utilization_pct ${utilization_pct}`,
      };
    },
  }),
  forEachRow('getCommitmentUtilization', {
    id: 'commitments.utilization-is-never-merged',
    level: 'MUST',
    basis: 'stated',
    requirement: '`services` has one entry per service or plan type and no entry for several of them.',
    source: 'Commitment reads: utilization',
    each: (data, exchange) => {
      const entries = rowsOf(data.services).filter(({ service }) => typeof service === 'string');
      return entries.length > 0 ? [{ entries, isPlan: requested(exchange, 'type') === 'sp' }] : [];
    },
    judge: ({ entries, isPlan }) => {
      const services = entries.map(({ service }) => service);
      const same =
        // Entries of plan types may share a service. The service does not state which field is the plan type.
        twiceIn(isPlan ? entries.map(textsOf) : services) ??
        services.find((name) => /^(all|total|overall|combined)$/i.test(name));
      return (
        same === undefined || {
          message: '`services` contains a duplicate entry or an entry for several services.',
          expected: 'one entry per service or plan type',
          actual: `${show(same)} among ${services.map(show).join(', ')}`,
        }
      );
    },
  }),
  equation('listCommitmentRecommendations', {
    id: 'commitments.recommended-saving-follows-from-costs',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'contradiction',
    requirement:
      '`monthly_savings` of a recommended commitment equals `on_demand_monthly` less `commitment_monthly`.',
    source: 'Proposed by this contract',
    formula: '`on_demand_monthly` − `commitment_monthly`',
    figures: (data) =>
      rowsOf(data).map((row) =>
        figure(
          row,
          'monthly_savings',
          ['on_demand_monthly', 'commitment_monthly'],
          (before, after) => before - after,
        ),
      ),
  }),
  sameFigure('getCommitmentOverview', {
    id: 'commitments.overview-counts-what-is-active',
    deviation: 'preference',
    requirement:
      '`commitment_count` of the overview equals the number of active commitments in the inventory.',
    source: 'Commitment reads: overview, inventory; Inventory state',
    reference: 'the number of active commitments in the inventory',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const inventory = await successesOf(probe, 'instrument', ['ri', 'sp'], 'listCommitmentInventory');
      const rows = inventory.flatMap((one) => rowsOf(dataOf(one).rows));
      return [
        {
          name: '`commitment_count`',
          here: dataOf(exchange).commitment_count,
          // A state that is not known can be any.
          there: rows.some(({ state }) => state === null)
            ? undefined
            : rows.filter(({ state }) => state === 'active').length,
          exchange,
        },
      ];
    },
  }),
];
