import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { temporaryFiles } from '../../../tests/support/bill/focus-files.js';
import { readInventory } from './read-inventory.js';

const files = temporaryFiles();
const providerIds = new Map([['Provider B', 'provider_b']]);
const categories = new Map([
  ['plan-1', 'Spend'],
  ['ri-1', 'Usage'],
] as const);
const read = (name: string, text: string) => readInventory(files.write(name, text), providerIds, categories);

const entry = {
  CommitmentDiscountId: 'ri-1',
  ProviderName: 'Provider B',
  ServiceName: 'Compute',
  State: 'active',
  Start: '2026-01-01T00:00:00Z',
  End: '2027-01-01',
  TermMonths: 12,
  PaymentOption: 'all_upfront',
  Quantity: 4,
};
const expected = {
  id: 'ri-1',
  provider: 'provider_b',
  service: 'Compute',
  account: null,
  region: null,
  category: null,
  type: null,
  name: null,
  state: 'active',
  start: Date.parse('2026-01-01'),
  end: Date.parse('2027-01-01'),
  termMonths: 12,
  paymentOption: 'all_upfront',
  quantity: 4,
};

test('reads CSV and JSON alike', () => {
  const names = [...Object.keys(entry), 'RegionId', 'x_Note'].join(',');
  const values = [...Object.values(entry), 'NULL', '"a ""note"",\nof two lines"'].join(',');
  expect(read('inventory.csv', `\uFEFF${names}\r\n${values}\r\n`)).toEqual([expected]);
  expect(read('inventory.json', JSON.stringify([{ ...entry, RegionId: null, x_Note: {} }]))).toEqual([
    expected,
  ]);
  expect(read('empty.json', '[]')).toEqual([]);
  expect(read('words.json', JSON.stringify([{ ...entry, PaymentOption: 'All Upfront' }]))).toEqual([
    expected,
  ]);
});

test.each(['', 'NULL', 'null', '\\N'])('reads %j as a missing value, as in a bill', (Quantity) => {
  expect(read('missing.json', JSON.stringify([{ ...entry, Quantity }]))).toEqual([
    { ...expected, quantity: null },
  ]);
});

test.each<[object, string]>([
  [
    { CommitmentDiscountId: '' },
    'entry 1, column CommitmentDiscountId: empty. Every commitment must have an id.',
  ],
  [{ TermMonths: 1.5 }, 'entry 1, column TermMonths: "1.5" is not an integer of at least 1.'],
  ...['two', -1, 0, 2.5].map((Quantity): [object, string] => [
    { Quantity },
    `entry 1, column Quantity: "${Quantity}" is not an integer of at least 1. Leave it empty if it is not known.`,
  ]),
  [
    { CommitmentDiscountCategory: 'Spend', Quantity: 2.5 },
    'entry 1, column Quantity: "2.5" is not an integer of at least 1. Leave it empty if it is not known.',
  ],
  [
    { CommitmentDiscountId: 'plan-1', Quantity: 0 },
    'entry 1, column Quantity: "0" is not at least 0.001 dollars an hour. Leave it empty if it is not known.',
  ],
  [{ State: ['active'] }, 'entry 1, column State: "[\\"active\\"]" is not a text.'],
  [
    { Start: '01/02/2026' },
    'entry 1, column Start: "01/02/2026" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { Start: '2026-02-30' },
    'entry 1, column Start: "2026-02-30" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [{ End: '2025-01-01' }, 'entry 1, column End: before Start. A term ends after it starts.'],
  [
    { PaymentOption: 'monthly' },
    'entry 1, column PaymentOption: "monthly" is unknown. Write one of all_upfront, partial_upfront, no_upfront.',
  ],
  [
    { CommitmentDiscountCategory: 'Time' },
    'entry 1, column CommitmentDiscountCategory: "Time" is unknown. FOCUS allows Usage and Spend.',
  ],
  [{ PaymentOptions: 'x' }, 'entry 1: Unknown column "PaymentOptions". Did you mean PaymentOption?'],
])('refuses %o, as the schema does or where it cannot', (change, problem) => {
  expect(() => read('bad.json', JSON.stringify([{ ...entry, ...change }]))).toThrow(
    `${files.path('bad.json')}, ${problem}`,
  );
});

test('reads the dollars an hour of commitments to spend', () => {
  const quantityOf = (change: object) =>
    read('spend.json', JSON.stringify([{ ...entry, Quantity: 2.5, ...change }]))[0]?.quantity;
  expect(quantityOf({ CommitmentDiscountId: 'plan-1' })).toBe(2.5);
  // A commitment without charges.
  expect(quantityOf({ CommitmentDiscountId: 'plan-2', CommitmentDiscountCategory: 'Spend' })).toBe(2.5);
});

test('refuses files that are not an inventory', () => {
  const refusal = (name: string, text: string) => {
    try {
      read(name, text);
    } catch (error) {
      return (error as Error).message.replace(`${files.path('.')}/`, '');
    }
    return 'accepted';
  };
  expect(refusal('a.csv', `x_${'y'.repeat(100_000)},State\na,b\n`)).toBe(
    `a.csv has no column CommitmentDiscountId. Its columns are x_${'y'.repeat(58)}…, State.`,
  );
  expect(refusal('a.csv', 'State,Start\nactive,2026-01-01\n')).toBe(
    'a.csv has no column CommitmentDiscountId. Its columns are State, Start.',
  );
  expect(refusal('b.csv', 'CommitmentDiscountId,State\nri-1\n')).toBe(
    'b.csv, row 2: 1 value, but the header has 2 columns.',
  );
  expect(refusal('wide.csv', 'CommitmentDiscountId\nri-1,active\n')).toBe(
    'wide.csv, row 2: 2 values, but the header has 1 column.',
  );
  expect(refusal('c.csv', 'CommitmentDiscountId\nri-1\nri-1\n')).toBe(
    'c.csv, row 3, column CommitmentDiscountId: "ri-1" is listed twice.',
  );
  expect(refusal('g.csv', 'State,CommitmentDiscountId,RegionId\n,,north-1\n')).toBe(
    'g.csv, row 2, column CommitmentDiscountId: empty. Every commitment must have an id.',
  );
  expect(refusal('h.csv', 'CommitmentDiscountId;State\nri-1;active\n')).toBe(
    'h.csv is not separated by commas. Save it with commas.',
  );
  expect(() => readInventory(files.path('.'), providerIds, categories)).toThrow('is a directory.');
  expect(() => readInventory('/dev/zero', providerIds, categories)).toThrow('/dev/zero is a device.');
  expect(refusal('d.json', '{"ri-1": {}}')).toBe('d.json is not an array of commitments.');
  expect(refusal('e.json', '[1]')).toBe('e.json, entry 1 is not an object with a CommitmentDiscountId.');
  expect(refusal('f.json', '[{')).toMatch(/^f\.json is not JSON: /);
  expect(() => readInventory(files.path('absent'), providerIds, categories)).toThrow(
    'absent does not exist.',
  );
  const file = files.write('file.csv', 'CommitmentDiscountId\nri-1\n');
  expect(() => readInventory(`${file}/`, providerIds, categories)).toThrow(`${file}/ does not exist.`);
});

test('the published schema accepts what is read', () => {
  const schema = JSON.parse(readFileSync(new URL('inventory.schema.json', import.meta.url), 'utf8'));
  const isInventory = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  expect(isInventory([{ ...entry, RegionId: null, x_Note: {} }])).toBe(true);
  for (const change of [
    { TermMonths: 1.5 },
    { State: ['active'] },
    { PaymentOptions: 'x' },
    { Quantity: -1 },
    { Quantity: 0 },
    { Quantity: 2.5, CommitmentDiscountCategory: 'Usage' },
  ]) {
    expect(isInventory([{ ...entry, ...change }])).toBe(false);
  }
});
