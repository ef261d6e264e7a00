import { expect, test } from 'vitest';
import { chargedIn, distinctOf, isOneOf, isValue, ofGroup, sqlOf } from './query.js';

test('quotes values, so that they cannot end a literal', () => {
  expect(isValue('ServiceName', "O'Neil'; DROP TABLE x --")).toBe(
    "ServiceName = 'O''Neil''; DROP TABLE x --'",
  );
  expect(isOneOf('ServiceName', ["a'b", 'c'])).toBe("ServiceName IN ('a''b', 'c')");
});

test('a range of days includes its last day', () => {
  expect(chargedIn({ first: '2026-06-01', last: '2026-06-02' })).toEqual([
    "ChargePeriodStart >= DATE '2026-06-01'",
    "ChargePeriodStart < DATE '2026-06-02' + INTERVAL 1 DAY",
  ]);
});

test('all days have no condition', () => {
  expect(chargedIn(null)).toEqual([]);
});

test('selects distinct values, also of several for each row', () => {
  expect(distinctOf('unnest(json_keys(Tags))', ["provider_id = 'provider_a'"])).toBe(
    "SELECT DISTINCT value FROM (SELECT unnest(json_keys(Tags)) AS value\nFROM charges\nWHERE provider_id = 'provider_a') WHERE value IS NOT NULL",
  );
});

test('selects one group of a grouped query, also one without a value', () => {
  const query = {
    figures: { cost: 'sum(BilledCost)' },
    where: ["provider_id = 'provider_a'"],
    groupBy: { service: 'ServiceName', region: 'RegionId' },
  };
  expect(sqlOf(query)).toBe(
    "SELECT ServiceName AS service, RegionId AS region, sum(BilledCost) AS cost, count(*) AS row_count\nFROM charges\nWHERE provider_id = 'provider_a'\nGROUP BY ALL",
  );
  expect(sqlOf(ofGroup(query, { service: 'Compute', region: null }))).toBe(
    "SELECT sum(BilledCost) AS cost, count(*) AS row_count\nFROM charges\nWHERE provider_id = 'provider_a'\n  AND ServiceName = 'Compute'\n  AND RegionId IS NULL",
  );
});

test('counts the rows of the bill below a subquery', () => {
  const from = '(SELECT RegionId, count(*) AS day_rows FROM charges GROUP BY ALL)';
  expect(sqlOf({ figures: { regions: 'count(*)' }, from, rows: 'sum(day_rows)', where: [] })).toBe(
    `SELECT count(*) AS regions, sum(day_rows) AS row_count\nFROM ${from}`,
  );
});
