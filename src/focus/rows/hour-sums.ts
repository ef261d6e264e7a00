import { costSql, hourKeySql } from './day-sums.js';

const microsecondsPerHour = 3_600_000_000;

/**
 * Sums rows that cover at most one hour by series and hour.
 *
 * @param series selects `hour_key` and `series` for the keys whose rows are summed
 * @param hasListCosts whether every row has a list cost; if so, only that column of costs is read
 */
export function hourSumsSql(series: string, hasListCosts: boolean): string {
  const list = hasListCosts ? '"ListCost"' : costSql('ListCost');
  return `SELECT series, CAST(epoch_us("ChargePeriodStart") // ${microsecondsPerHour} AS INTEGER) AS hour,
      sum(${list}) AS list
    FROM (
      SELECT *, ${hourKeySql} AS hour_key FROM focus_rows
      WHERE epoch_us("ChargePeriodEnd") - epoch_us("ChargePeriodStart") <= ${microsecondsPerHour})
    JOIN (${series}) USING (hour_key)
    GROUP BY ALL`;
}
