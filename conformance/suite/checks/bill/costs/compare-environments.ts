import { literals } from '../../../../../src/focus/sql.js';
import { count } from '../../../../engine/count.js';
import { show } from '../../../../engine/show.js';
import {
  environmentKeys,
  isEnvironmentKey,
  openTagKeys,
  tagKeys,
  tagValues,
} from '../../../figures/queries/cost-query.js';
import { chargedIn, distinctOf } from '../../../figures/queries/query.js';
import { dataOf } from '../../shared/exchange-data.js';
import type { BillCase } from '../bill-check.js';
import type { Measured } from '../measured-days.js';

const ownValues = `[pair[2] for pair in list_zip(${tagKeys}, ${tagValues}) if list_contains(${literals(environmentKeys)}, lower(pair[1]))]`;

/** In SQL: the environment of a row. Which one a row with several such tags has is open. */
const environment = `CASE WHEN len(${ownValues}) = 1 THEN ${ownValues}[1] END`;

/** Reports environments of rows that are not listed; a server may know others from elsewhere. */
export async function compareEnvironments(
  { bill, comparison }: Pick<BillCase, 'bill' | 'comparison'>,
  { provider, days, exchange }: Measured,
): Promise<void> {
  const { environments } = dataOf(exchange);
  if (!Array.isArray(environments) || (await bill.column(openTagKeys)).some(isEnvironmentKey)) return;
  // Rows that cost nothing may be left out.
  const where = [provider.where, ...chargedIn(days), '(BilledCost <> 0 OR EffectiveCost <> 0)'];
  const statement = distinctOf(environment, where);
  const all = (await bill.column(statement)).filter((one) => one !== '');
  const missing = all.find((one) => !environments.includes(one));
  if (missing === undefined) {
    if (all.length > 0) comparison.passed();
    return;
  }
  const { rows } = await bill.total({ figures: {}, where });
  comparison.violation(
    {
      message: `\`environments\` lacks ${show(missing)}.`,
      actual: count(environments.length, 'value'),
      exchange,
      basis: 'proposed',
    },
    { rows, sql: bill.statementOf(statement) },
    show(missing),
  );
}
