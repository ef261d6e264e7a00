import { expect, test } from 'vitest';
import { contract, contract14 } from '../../../tests/support/bill/contract-rows.js';
import { runInDuckDb } from '../../../tests/support/bill/duckdb.js';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../../tests/support/bill/focus-files.js';
import { openCharges } from '../open-charges.js';

const files = temporaryFiles();

async function open(...others: readonly (readonly [name: string, content: string])[]) {
  const paths = [
    files.write('costs.csv', csvOf([usage])),
    ...others.map(([name, content]) => files.write(name, content)),
  ];
  const charges = await openCharges(paths);
  charges.close();
  return charges;
}

const refusalOf = (...rows: readonly FocusRow[]) => refusal(csvOf(rows));

async function refusal(content: string): Promise<string> {
  const error = await open(['contracts.csv', content]).catch((reason: Error) => reason);
  return (error as Error).message.replaceAll(`${files.path('.')}/`, '');
}

const dataset = (name: string, version: string, file: string, rows: number | null) => ({
  name,
  version,
  files: [files.path(file)],
  rows,
});

test('reads contract commitments beside the costs, and no charge of them', async () => {
  const { info, contracts } = await open(
    ['contracts.csv', csvOf([contract, { ...contract, ContractCommitmentId: 'term-2' }])],
    ['contracts-1.4.csv', csvOf([{ ...contract14, ContractCommitmentId: 'term-3' }])],
  );
  expect(info).toMatchObject({ rows: 1, files: [files.path('costs.csv')], versions: ['1.1'] });
  expect(info.otherDatasets).toEqual([
    dataset('Contract Commitment', '1.3', 'contracts.csv', 2),
    dataset('Contract Commitment', '1.4', 'contracts-1.4.csv', 1),
  ]);
  const period = { start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) };
  const read = { category: 'Spend', cost: '24000.000000000000000000', currency: 'USD', ...period };
  expect(contracts).toEqual([
    { ...read, id: 'term-1', vendor: null, interval: null, status: null },
    { ...read, id: 'term-2', vendor: null, interval: null, status: null },
    { ...read, id: 'term-3', vendor: 'Provider A', interval: 'Monthly', status: 'Active' },
  ]);
});

test('reads contract commitments of Parquet', async () => {
  const values = Object.entries(contract).map(([name, value]) => {
    const typed = /Period/.test(name) ? `TIMESTAMPTZ '${value}'` : `'${value}'`;
    return `${name === 'ContractCommitmentCost' ? '24000.5::DOUBLE' : typed} AS "${name}"`;
  });
  const path = files.path('contracts.parquet');
  await runInDuckDb(`COPY (SELECT ${values.join(', ')}) TO '${path}' (FORMAT parquet)`);
  const charges = await openCharges([files.write('costs.csv', csvOf([usage])), path]);
  charges.close();
  expect(charges.contracts).toMatchObject([
    { id: 'term-1', start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) },
  ]);
  expect(Number(charges.contracts[0]?.cost)).toBe(24_000.5);
});

test('counts a commitment that several files repeat once', async () => {
  const { contracts, info } = await open(['may.csv', csvOf([contract])], ['june.csv', csvOf([contract])]);
  expect(contracts).toHaveLength(1);
  expect(info.otherDatasets[0]?.rows).toBe(2);
});

test('names data sets that are not used', async () => {
  const { info, contracts } = await open(
    ['invoices.csv', 'InvoiceDetailId,InvoiceId,InvoiceIssueStatus,BilledCost\n1,2,Issued,x\n'],
    [
      'periods.csv',
      'BillingPeriodStart,BillingPeriodEnd,BillingPeriodStatus\n2026-05-01,2026-06-01,Closed\n',
    ],
  );
  expect(info.otherDatasets).toEqual([
    dataset('Billing Period', '1.4', 'periods.csv', null),
    dataset('Invoice Detail', '1.4', 'invoices.csv', null),
  ]);
  expect(contracts).toEqual([]);
});

test('refuses contract commitments without costs', async () => {
  const path = files.write('contracts.csv', csvOf([contract]));
  await expect(openCharges([path])).rejects.toThrow(
    /contracts\.csv is the data set Contract Commitment of FOCUS, which has no charges\. Give the data set Cost and Usage as well\.$/,
  );
});

test('refuses a file of contract commitments that is damaged', async () => {
  const text = csvOf([contract]);
  expect(await refusal(text.replace('"24000"', '"24000'))).toMatch(
    /^contracts\.csv, line 2: a quoted value does not end/,
  );
});

test('names the value of a contract commitment that cannot be read', async () => {
  const other = { ...contract, ContractCommitmentId: 'term-2' };
  expect(await refusalOf(contract, { ...other, ContractCommitmentCost: '1.000,50' })).toBe(
    'contracts.csv, row 3, column ContractCommitmentCost: "1.000,50" is not a number. Write numbers such as -1234.56.',
  );
  expect(await refusalOf({ ...contract, ContractCommitmentPeriodEnd: 'open' })).toBe(
    'contracts.csv, row 2, column ContractCommitmentPeriodEnd: "open" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  );
  expect(await refusalOf({ ...contract, ContractCommitmentId: null })).toBe(
    'contracts.csv, row 2, column ContractCommitmentId: empty. Every contract commitment must have a value.',
  );
  expect(await refusalOf({ ...contract, ContractCommitmentCategory: 'Money' })).toBe(
    'contracts.csv, row 2, column ContractCommitmentCategory: "Money" is unknown. FOCUS allows one of Spend, Usage.',
  );
  expect(await refusalOf({ ...contract, ContractCommitmentPeriodEnd: '2025-01-01T00:00:00Z' })).toBe(
    'contracts.csv, row 2, column ContractCommitmentPeriodEnd: not after ContractCommitmentPeriodStart. A period ends after it starts.',
  );
  expect(await refusalOf(contract, { ...contract, ContractCommitmentCost: '1' })).toBe(
    'contracts.csv, row 3: ContractCommitmentId "term-1" has other values in contracts.csv, row 2. Remove the outdated row or file.',
  );
  const { ContractCommitmentCost: _, ...incomplete } = contract;
  expect(await refusalOf(incomplete)).toBe(
    'contracts.csv is the data set Contract Commitment of FOCUS, but lacks ContractCommitmentCost. Export it again.',
  );
});
