import { costSql, lineSql, lines } from './day-sums.js';

const microsecondsPerHour = 3_600_000_000;
/** On-demand usage that a commitment could cover. */
const onDemandLines = `SELECT line FROM ${lines}
  WHERE "ChargeCategory" = 'Usage' AND "CommitmentDiscountId" IS NULL AND ("ProviderName", "ServiceName") IN (
    SELECT ("ProviderName", "ServiceName") FROM ${lines} WHERE "CommitmentDiscountId" IS NOT NULL)`;

/** Sums the on-demand usage of services with commitments by line and hour, of rows that cover at most one hour. */
export const hourSumsSql = `SELECT line, CAST(epoch_us("ChargePeriodStart") // ${microsecondsPerHour} AS INTEGER) AS hour,
    sum(${costSql('ListCost')}) AS list, sum(${costSql('ContractedCost')}) AS contracted
  FROM (
    SELECT *, ${lineSql} AS line FROM focus_rows
    WHERE epoch_us("ChargePeriodEnd") - epoch_us("ChargePeriodStart") <= ${microsecondsPerHour})
  WHERE line IN (${onDemandLines})
  GROUP BY ALL`;
