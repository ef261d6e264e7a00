import { costSql, hourKeySql } from './day-sums.js';

const microsecondsPerHour = 3_600_000_000;

/**
 * Sums rows that cover at most one hour by series and hour.
 *
 * @param series selects `hour_key` and `series` for the keys whose rows are summed
 */
export function hourSumsSql(series: string): string {
  return `SELECT series, CAST(epoch_us("ChargePeriodStart") // ${microsecondsPerHour} AS INTEGER) AS hour,
      sum(${costSql('ListCost')}) AS list
    FROM (
      SELECT *, ${hourKeySql} AS hour_key FROM focus_rows
      WHERE epoch_us("ChargePeriodEnd") - epoch_us("ChargePeriodStart") <= ${microsecondsPerHour})
    JOIN (${series}) USING (hour_key)
    GROUP BY ALL`;
}
