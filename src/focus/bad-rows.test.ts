import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runInDuckDb } from '../../tests/support/bill/duckdb.js';
import { csvOf, type FocusRow, usage } from '../../tests/support/bill/focus-files.js';
import { files, refusal, refusalOf } from '../../tests/support/bill/refusal.js';
import { openCharges } from './open-charges.js';

const other = { ...usage, ResourceId: 'vm-2' };

/** The column that has the text, and the text as a message quotes it. */
const shown = (row: FocusRow) => {
  const [column, text] = Object.entries(row)[0] ?? [];
  return `column ${column}: ${JSON.stringify(text)}`;
};

test.each<[problem: string, ...rows: FocusRow[]]>([
  [
    'is not a number. Write numbers such as -1234.56.',
    { BilledCost: '12,50' },
    { ListCost: 'NaN' },
    { BilledCost: '1_000' },
    { EffectiveCost: '$3' },
    { CommitmentDiscountQuantity: '1h' },
  ],
  [
    'is too large. Numbers have at most 20 digits before the decimal point.',
    { ContractedCost: '123456789012345678901' },
    { BilledCost: '1e300' },
  ],
  [
    'is not a date. Write dates such as 2026-06-15T00:00:00Z.',
    { ChargePeriodStart: '10/05/2026' },
    { ChargePeriodEnd: '2026-02-30' },
    { ChargePeriodEnd: 'infinity' },
    { BillingPeriodStart: '1777593600' },
    { BillingPeriodStart: '0026-05-01' },
    { ChargePeriodStart: '2026-05-10 00:00:00 Europe/Berlin' },
  ],
  ['is before ChargePeriodStart. A period ends after it starts.', { ChargePeriodEnd: '2026-05-09' }],
  ['is before BillingPeriodStart. A period ends after it starts.', { BillingPeriodEnd: '2026-04-01' }],
  ['is unknown. FOCUS allows one of Usage, Purchase, Tax, Credit, Adjustment.', { ChargeCategory: 'Refund' }],
  ['is unknown. FOCUS allows Correction or empty.', { ChargeClass: 'Late' }],
  [
    'is unknown. FOCUS allows one of Used, Unused.',
    { CommitmentDiscountStatus: 'Idle', CommitmentDiscountId: 'x' },
  ],
  [
    'is unknown. FOCUS allows one of Usage, Spend.',
    { CommitmentDiscountCategory: 'Compute', CommitmentDiscountId: 'x' },
  ],
  [
    'is not a JSON object, such as {"team": "web"}.',
    { Tags: 'team=web' },
    { Tags: '[["team", "web"]]' },
    { Tags: '["web"]' },
    { Tags: '{"team": "web",}' },
    { Tags: '{"team":"\\ud800"}' },
    { SkuPriceDetails: '{"\\udc00":"x"}' },
  ],
  ['has a key twice.', { Tags: '{"a":"1","b":"2","a":"3"}' }],
])('refuses a value that %s', async (problem, ...rows) => {
  for (const row of rows) {
    const message = await refusalOf(usage, { ...other, ...row }, other);
    expect(message).toBe(`bill.csv, row 3, ${shown(row)} ${problem}`);
  }
});

test.each<[FocusRow, string]>([
  [{ BilledCost: null }, 'BilledCost: empty. Every charge must have a value.'],
  [{ EffectiveCost: '' }, 'EffectiveCost: empty. Every charge must have a value.'],
  [{ ProviderName: 'NULL' }, 'ProviderName: empty. Every charge must have a value.'],
  [
    { CommitmentDiscountStatus: 'Used' },
    'CommitmentDiscountStatus: "Used", but CommitmentDiscountId is empty. Add the id of the commitment.',
  ],
  [
    { Tags: '[{"key":"a","value":"1"},{"key":"a","value":"2"}]' },
    'Tags: "{\\"a\\":\\"1\\",\\"a\\":\\"2\\"}" has a key twice.',
  ],
])('refuses %o', async (row, problem) => {
  const message = await refusalOf(usage, { ...other, ...row }, other);
  expect(message).toBe(`bill.csv, row 3, column ${problem}`);
});

test('refuses a number that is not one in a column without figures', async () => {
  const rows = [usage, { ...other, ConsumedQuantity: 'many' }];
  const path = files.write('bill.csv', csvOf(rows, [...Object.keys(usage), 'ConsumedQuantity']));
  expect(await refusal(path)).toBe(
    'bill.csv, row 3, column ConsumedQuantity: "many" is not a number. Write numbers such as -1234.56.',
  );
});

test.each(
  Object.entries({
    "if(ResourceId = 'vm-2', 'Refund', 'Usage') AS ChargeCategory":
      'row 2, column ChargeCategory: "Refund" is',
    'true AS BilledCost': 'row 1, column BilledCost: "true" is not a number.',
    '1000000000000000000000000000000::DECIMAL(38,0) AS EffectiveCost':
      'row 1, column EffectiveCost: "1000000000000000000000000000000" is too large',
    "'NaN'::DOUBLE AS ListCost": 'row 1, column ListCost: "nan" is not a number.',
    "[{'key': 'a', 'value': '1'}, {'key': 'a', 'value': '2'}] AS Tags":
      'row 1, column Tags: "{\\"a\\":\\"1\\",\\"a\\":\\"2\\"}" has a key twice.',
    "[{'key': NULL::VARCHAR, 'value': '1'}] AS Tags":
      'row 1, column Tags: "[{\\"key\\":null,\\"value\\":\\"1\\"}]" is not a JSON object',
  }),
)('refuses Parquet data with %s', async (change, problem) => {
  const csv = files.write('source.csv', csvOf([usage, other]));
  await runInDuckDb(
    `COPY (SELECT * REPLACE (${change}) FROM read_csv('${csv}', all_varchar = true)) TO '${files.path('bill.parquet')}'`,
  );
  expect(await refusal(files.path('bill.parquet'))).toContain(`bill.parquet, ${problem}`);
});

// DuckDB reads 20971520 from this file, and cannot write such a file.
const wideDecimal = `
  UEFSMRUAFTYVNiwVAhUAFQYVBhwAAAACAAAAAgEAAAAAAAAAAAAAAAAAAAAAAukO3QAVBBksNQAYBnNjaGVtYRUCABUOFSoV
  AhgKQmlsbGVkQ29zdCUKFRQVZCxcFRQVZAAAABYCGRwZHCYAHBUOGSUGABkYCkJpbGxlZENvc3QVABYCFlwWXCYISRwVABUA
  FQIAPCkGGSYAAgAAABZcFgImCBZcACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZHBwAAACcAAAAUEFSMQ==`;

test('refuses decimals that DuckDB reads wrongly', async () => {
  const path = files.write('wide.parquet', Buffer.from(wideDecimal, 'base64'));
  expect(await refusal(path)).toBe(
    'wide.parquet, column BilledCost: DECIMAL(50,10) has too many digits. Export at most 38, such as DECIMAL(38,18).',
  );
});

test('counts rows, not lines', async () => {
  const rows = [
    { ...usage, SubAccountName: 'two\nlines' },
    { ...other, BilledCost: 'x' },
  ];
  expect(await refusalOf(...rows)).toMatch(/^bill\.csv, row 3, column BilledCost/);
});

test('refuses several currencies', async () => {
  expect(await refusalOf(usage, other, { ...usage, BillingCurrency: 'EUR' })).toBe(
    'Column BillingCurrency: 2 currencies, "USD" (rows: 2, first: bill.csv, row 2), "EUR" (rows: 1, first: bill.csv, row 4). Read each currency on its own.',
  );
  expect(await refusalOf(usage, { ...other, BillingCurrency: '\nUSD' })).toContain(
    '2 currencies, "\\nUSD" (rows: 1, first: bill.csv, row 3), "USD" ',
  );
});

test('refuses quantities of a commitment in several units', async () => {
  const used = {
    CommitmentDiscountId: 'plan-1',
    CommitmentDiscountStatus: 'Used',
    CommitmentDiscountQuantity: '1',
  };
  expect(
    await refusalOf(
      { ...usage, ...used, CommitmentDiscountUnit: 'Hours' },
      { ...other, ...used, CommitmentDiscountUnit: 'Seconds' },
    ),
  ).toBe(
    'Column CommitmentDiscountUnit: commitment "plan-1" has quantities in "Hours" and in "Seconds", which cannot be added. Convert them to one unit.',
  );
});

test('refuses one id for commitments of two providers', async () => {
  const CommitmentDiscountId = 'plan-1';
  expect(
    await refusalOf(
      { ...usage, CommitmentDiscountId },
      { ...other, CommitmentDiscountId, ProviderName: 'Provider Z' },
    ),
  ).toBe(
    'Column CommitmentDiscountId: "plan-1" is a commitment of "Provider A" and of "Provider Z". Give each commitment its own id, or use one name for the provider.',
  );
});

test('refuses repeated rows, unless they are allowed', async () => {
  const path = files.write('bill.csv', csvOf([usage, other, usage, usage]));
  expect(await refusal(path)).toBe(
    'bill.csv, row 5 repeats bill.csv, row 2, in every column; repeated rows: 2. Remove them, or allow them with --allow-repeated-rows if the provider charged twice.',
  );
  const copy = files.write('copy.csv.gz', gzipSync(csvOf([other])));
  expect(await refusal(files.write('bill.csv', csvOf([usage, other])), copy)).toMatch(
    /^copy\.csv\.gz, row 2 repeats bill\.csv, row 3, in every column/,
  );
  const charges = await openCharges([path, copy], { allowRepeatedRows: true });
  expect(charges.info.rows).toBe(3);
  charges.close();
});

test('accepts rows that differ only in a column that is not read', async () => {
  const names = [...Object.keys(usage), 'x_LineId'];
  const path = files.write(
    'lines.csv',
    csvOf(
      [
        { ...usage, x_LineId: '1' },
        { ...usage, x_LineId: '2' },
      ],
      names,
    ),
  );
  const charges = await openCharges([path]);
  expect(charges.info.rows).toBe(2);
  charges.close();
});
