import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../tests/support/bill/focus-files.js';
import { csvRecords } from './files/csv.js';
import { FocusError } from './focus-error.js';
import { openCharges } from './open-charges.js';

const files = temporaryFiles();
/** To run more of them: `FUZZ_RUNS=500 npx vitest run src/focus/fuzz.test.ts`. */
const runs = Number(process.env.FUZZ_RUNS ?? 20);
/** Fixed, so that results are reproducible. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

/** The sum of BilledCost, or the message with which the data are refused. */
async function billed(content: string | Uint8Array): Promise<string> {
  const path = files.write('fuzzed.csv', content);
  try {
    const charges = await openCharges([path], { allowRepeatedRows: true });
    try {
      // Selects every column, since a value that cannot be read must not be found later.
      await charges.connection.run('SELECT * FROM charges');
      const reader = await charges.connection.runAndReadAll('SELECT sum("BilledCost") FROM charges');
      return String(reader.getRowsJson()[0]?.[0]);
    } finally {
      charges.close();
    }
  } catch (error) {
    if (error instanceof FocusError) return error.message;
    throw error;
  }
}

const scale = 10n ** 18n;
/** A decimal with 18 digits after the point, exactly. */
const decimalOf = (value: bigint) => {
  const digits = String(value < 0n ? -value : value).padStart(19, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
};

const times = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), zone: fc.integer({ min: -11, max: 12 }), form: fc.nat(3) })
  .map(({ hour, zone, form }) => {
    const utc = Date.UTC(2026, 4, 10, hour);
    const iso = new Date(utc).toISOString();
    if (form === 0) return iso;
    if (form === 1) return iso.slice(0, 19).replace('T', ' ');
    if (form === 2) return iso.replace('.000Z', '+00:00');
    const offset = `${zone < 0 ? '-' : '+'}${String(Math.abs(zone)).padStart(2, '0')}:00`;
    return new Date(utc + zone * 3_600_000).toISOString().replace('.000Z', offset);
  });
const amounts = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('NULL', '"', ',', '\r\n', "'; DROP TABLE x", '\uFEFF'),
);

test('adds what the rows state, whatever else they contain', { timeout: 600_000 }, async () => {
  const rows = fc.array(
    fc.record({ amount: amounts, start: times, account: texts, tag: texts, name: texts }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      const charges = values.map(
        ({ amount, start, account, tag, name }): FocusRow => ({
          ...usage,
          BilledCost: decimalOf(amount),
          ChargePeriodStart: start,
          ChargePeriodEnd: '2026-05-12',
          SubAccountId: account,
          SubAccountName: name,
          Tags: JSON.stringify({ [tag]: name }),
        }),
      );
      const sum = values.reduce((total, { amount }) => total + amount, 0n);
      expect(await billed(csvOf(charges))).toBe(decimalOf(sum));
    }),
    { numRuns: runs, seed },
  );
});

/** The sum of BilledCost by another reader; null if it cannot read a value. */
function sumOf(text: string): bigint | null {
  const [header = [], ...records] = csvRecords(text);
  const index = header.findIndex((name) => name.trim().toLowerCase() === 'billedcost');
  let sum = 0n;
  for (const record of records) {
    const [, sign, whole = '', fraction = ''] =
      /^\s*([+-]?)(\d{1,15})(?:\.(\d{0,18}))?\s*$/.exec(record[index] ?? '') ?? [];
    if (record.length !== header.length || whole === '') return null;
    const value = BigInt(whole) * scale + BigInt(fraction.padEnd(18, '0'));
    sum += sign === '-' ? -value : value;
  }
  return sum;
}

test('refuses what a fuzzer makes of an export, or adds what it says', { timeout: 600_000 }, async () => {
  const original = csvOf([
    usage,
    { ...usage, BilledCost: '2.50', SubAccountName: 'Café "x", y\nz' },
    { ...usage, Tags: null },
  ]);
  const bytes = [...Buffer.from(original)];
  const edit = fc.record({
    at: fc.nat(bytes.length - 1),
    remove: fc.nat(3),
    insert: fc.oneof(
      fc.constant([]),
      fc.uint8Array({ minLength: 1, maxLength: 3 }).map((inserted) => [...inserted]),
      fc
        .constantFrom('"', ',', '\n', '\r', '-', 'e5', 'NULL', '{', '\0', '0', '.')
        .map((text) => [...Buffer.from(text)]),
    ),
  });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      const fuzzed = [...bytes];
      for (const { at, remove, insert } of edits) fuzzed.splice(at, remove, ...insert);
      const outcome = await billed(Uint8Array.from(fuzzed));
      if (!/^-?[\d.]+$/.test(outcome)) {
        expect(outcome).toMatch(/fuzzed\.csv|^Column /);
        expect(outcome).not.toMatch(/\n| at .*:\d+:\d+|DuckDB|SELECT|Error:/);
        return;
      }
      accepted += 1;
      const sum = sumOf(Buffer.from(fuzzed).toString('utf8'));
      if (sum !== null) expect(outcome).toBe(decimalOf(sum));
    }),
    { numRuns: 4 * runs, seed },
  );
  expect(accepted).toBeGreaterThan(0);
});
