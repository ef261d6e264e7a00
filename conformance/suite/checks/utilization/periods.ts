import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';

/** Checks that daily and monthly reads have the same figures. */
export const periodChecks: readonly Check[] = [
  sameFigure('getCommitmentUtilization', {
    id: 'utilization.granularity-does-not-change-the-headline',
    deviation: 'contradiction',
    requirement:
      '`used_hours` and `purchased_hours` of a service are the same with `granularity=daily` and `granularity=monthly`.',
    source: 'Commitment reads: utilization, granularity; Commitment read semantics, rule 3',
    reference: 'that with `granularity=daily`',
    pairs: async (probe) => {
      const { plan } = await probe.correct();
      const daily = dataOf(await successOf(probe, withQuery(plan, 'granularity', 'daily')));
      const exchange = await successOf(probe, withQuery(plan, 'granularity', 'monthly'));
      const monthly = dataOf(exchange);
      // The default window of a server may depend on the granularity.
      if (monthly.start !== daily.start || monthly.end !== daily.end) return [];
      return rowsOf(monthly.services).flatMap((entry) =>
        ['used_hours', 'purchased_hours'].map((name) => ({
          name: `\`${name}\` of service ${show(entry.service)} with \`granularity=monthly\``,
          here: entry[name],
          there: rowsOf(daily.services).find(({ service }) => service === entry.service)?.[name],
          exchange,
        })),
      );
    },
  }),
];
