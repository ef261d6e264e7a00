import { costSql, daySums } from './day-sums.js';
import { cleanSql } from './rows-sql.js';
import { identifier } from './sql.js';

const keys = ['ProviderName', 'SubAccountId', 'ServiceName', 'RegionId', 'SkuPriceDetails'];
const microsecondsPerHour = 3_600_000_000;
// The first condition spares nearly all rows the slow second one.
const isUsage = `("ChargeCategory" = 'Usage' OR lower("ChargeCategory") = 'usage')`;
const isOnDemand = `${isUsage} AND COALESCE("CommitmentDiscountId", '') = ''`;

/** Sums the on-demand usage of services with commitments by hour, of rows that cover at most one hour. */
export const hourSumsSql = `SELECT * REPLACE (${keys.map((name) => `${cleanSql(name)} AS ${identifier(name)}`).join(', ')})
  FROM (
    SELECT ${keys.map(identifier).join(', ')}, usage_type,
      CAST(epoch_us("ChargePeriodStart") // ${microsecondsPerHour} AS INTEGER) AS hour,
      sum(${costSql('ListCost')}) AS list,
      sum(${costSql('ContractedCost')}) AS contracted
    FROM focus_rows
    WHERE ${isOnDemand}
      AND epoch_us("ChargePeriodEnd") - epoch_us("ChargePeriodStart") <= ${microsecondsPerHour}
      AND ("ProviderName", "ServiceName") IN (
        SELECT ("ProviderName", "ServiceName") FROM ${daySums} WHERE "CommitmentDiscountId" IS NOT NULL)
    GROUP BY ALL)`;
