import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';

const options = 'getRenewalOptions' as const;
const source = 'Renewal pricing; Proposed by this contract';

/** Checks of the prices of the renewal options. */
export const optionPriceChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'renewals.resource-is-the-priced-one',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Renewal options with `resource` are those of this resource, one of `classes`.',
    source,
    operations: [options],
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const { exchange: baseline } = await probe.correct();
      const priced = new Set(rowsOf(dataOf(baseline).options).map(({ resource }) => resource));
      const other = rowsOf(dataOf(baseline).classes).find(
        ({ resource, offered }) =>
          typeof resource === 'string' && !priced.has(resource) && rowsOf(offered).length > 0,
      );
      if (other === undefined) throw new NotApplicable('the response lists no other resource to price');
      const exchange = await successOf(probe, withQuery(plan, 'resource', other.resource));
      const rows = rowsOf(dataOf(exchange).options);
      const stray = rows.find(({ resource }) => resource !== other.resource);
      if (rows.length > 0 && stray === undefined) return;
      fail({
        message: '`resource` does not select what is priced.',
        expected: `options of resource ${show(other.resource)}`,
        actual: stray ? `an option of ${show(stray.resource)}` : 'no options',
        exchange,
      });
    },
  },
];
