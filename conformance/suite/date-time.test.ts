import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { processorTime } from '../../tests/support/processor-time.js';
import { type DateTime, readDateTime } from './date-time.js';

/** Both standards have these forms. */
const rfc3339 = {
  '2026-11-25T10:15:00Z': '2026-11-25T10:15:00.000Z',
  '2026-11-25T10:15:00.5Z': '2026-11-25T10:15:00.500Z',
  '2026-11-25T10:15:00.123456789Z': '2026-11-25T10:15:00.123Z',
  '2026-11-25T10:15:00+02:00': '2026-11-25T08:15:00.000Z',
  '2026-11-25T23:15:00-05:30': '2026-11-26T04:45:00.000Z',
  '2026-11-25T10:15:00-00:00': '2026-11-25T10:15:00.000Z',
  '2026-11-25t10:15:00z': '2026-11-25T10:15:00.000Z',
  '2024-02-29T00:00:00Z': '2024-02-29T00:00:00.000Z',
  '2016-12-31T23:59:60Z': '2017-01-01T00:00:00.000Z',
  '2017-01-01T08:59:60.25+09:00': '2017-01-01T00:00:00.250Z',
  '0000-01-01T00:00:00Z': '0000-01-01T00:00:00.000Z',
};

/** Forms of ISO 8601 that RFC 3339 does not have. */
const otherForms = {
  '2026-11-25T10:15:00+02': '2026-11-25T08:15:00.000Z',
  '2026-11-25T10:15:00.000+0200': '2026-11-25T08:15:00.000Z',
  '2026-11-25T10:15:00\u221202:00': '2026-11-25T12:15:00.000Z',
  '2026-11-25T10:15:00,123Z': '2026-11-25T10:15:00.123Z',
  '2026-11-25T10:15Z': '2026-11-25T10:15:00.000Z',
  '2026-11-25T10:15.5Z': '2026-11-25T10:15:30.000Z',
  '2026-11-25T10,25Z': '2026-11-25T10:15:00.000Z',
  '2026-11-25T10Z': '2026-11-25T10:00:00.000Z',
  '2026-11-25T24:00:00Z': '2026-11-26T00:00:00.000Z',
  '20261125T101500Z': '2026-11-25T10:15:00.000Z',
  '20261125T101500.5+0200': '2026-11-25T08:15:00.500Z',
  '20261125T1015-05': '2026-11-25T15:15:00.000Z',
  '2026-W48-3T10:15:00Z': '2026-11-25T10:15:00.000Z',
  '2026W483T101500Z': '2026-11-25T10:15:00.000Z',
  '2026-329T10:15:00Z': '2026-11-25T10:15:00.000Z',
  '2026329T101500Z': '2026-11-25T10:15:00.000Z',
  '2027-W01-1T00:00Z': '2027-01-04T00:00:00.000Z',
  '2020-W53-7T00:00Z': '2021-01-03T00:00:00.000Z',
  '2024-366T00:00Z': '2024-12-31T00:00:00.000Z',
};

const withoutZone = {
  '2026-11-25T10:15:00': '2026-11-25T10:15:00.000Z',
  '20261125T101500': '2026-11-25T10:15:00.000Z',
  '2026-11-25T23:59:60': '2026-11-26T00:00:00.000Z',
};

const dates = {
  '2026-11-25': '2026-11-25T00:00:00.000Z',
  '20261125': '2026-11-25T00:00:00.000Z',
  '2026-329': '2026-11-25T00:00:00.000Z',
  '2026-W48-3': '2026-11-25T00:00:00.000Z',
  '2026-11': '2026-11-01T00:00:00.000Z',
};

const invalid = [
  '2026-02-30T10:15:00Z',
  '2026-02-29T10:15:00Z',
  '2026-13-01T10:15:00Z',
  '2026-00-10T10:15:00Z',
  '2026-11-00T10:15:00Z',
  '2026-366T10:15:00Z',
  '2026-000T10:15:00Z',
  '2026-W54-1T10:15:00Z',
  '2027-W53-1T10:15:00Z',
  '2026-W00-1T10:15:00Z',
  '2026-W48-8T10:15:00Z',
  '2026-W48-0T10:15:00Z',
  '2026-11-25T25:00:00Z',
  '2026-11-25T24:00:01Z',
  '2026-11-25T24:30Z',
  '2026-11-25T10:60:00Z',
  '2026-11-25T10:15:61Z',
  '2026-11-25T10:15:60Z',
  '2026-11-25T23:59:60Z',
  '2026-11-25T10:15:00+25:00',
  '2026-11-25T10:15:00+24:00',
  '2026-11-25T10:15:00+02:60',
  '2026-11-25 10:15:00Z',
  '2026-11-25T10:15:00 Z',
  ' 2026-11-25T10:15:00Z',
  '2026-11-25T10:15:00Z\n',
  '20261125T10:15:00Z',
  '2026-11-25T101500Z',
  '2026-11T10:15:00Z',
  '2026-11-25T',
  '2026-11-25T10:15:00.Z',
  '2026-11-25TT10:15:00Z',
  '2026-11-25T10:15:00UTC',
  '2026-11-25T10:15:00Z[Europe/Paris]',
  '+002026-11-25T10:15:00Z',
  '26-11-25T10:15:00Z',
  '2026',
  '202611',
  '10:15:00Z',
  'Wed, 25 Nov 2026 10:15:00 GMT',
  '1764065700',
  '',
  1764065700,
  null,
  undefined,
  ['2026-11-25T10:15:00Z'],
];

const read = (value: unknown) => readDateTime(value) as DateTime;
const moments = (forms: object) => Object.keys(forms).map((text) => new Date(read(text)?.at).toISOString());

describe('readDateTime', () => {
  const { TZ } = process.env;
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  test.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu'])(
    'reads the same moments in the time zone %s',
    (zone) => {
      process.env.TZ = zone;
      // The zone is in effect.
      expect(new Date(2026, 0).getTimezoneOffset() === 0).toBe(zone === 'UTC');
      for (const forms of [rfc3339, otherForms, withoutZone, dates]) {
        expect(moments(forms)).toEqual(Object.values(forms));
      }
    },
  );

  test.each(Object.keys(rfc3339))('%s has the form of RFC 3339', (text) => {
    expect(read(text)).toMatchObject({ hasTime: true, hasZone: true, isRfc3339: true });
  });

  test.each(Object.keys(otherForms))('%s is ISO 8601 only', (text) => {
    expect(read(text)).toMatchObject({ hasTime: true, hasZone: true, isRfc3339: false });
  });

  test.each(Object.keys(withoutZone))('%s has no zone', (text) => {
    expect(read(text)).toMatchObject({ hasTime: true, hasZone: false, isRfc3339: false });
  });

  test.each(Object.keys(dates))('%s is a date', (text) => {
    expect(read(text)).toMatchObject({ hasTime: false, hasZone: false, isRfc3339: false });
  });

  test.each(invalid)('%j is neither a date nor a date-time', (value) => {
    expect(readDateTime(value)).toBeUndefined();
  });

  test('returns the day as it is written', () => {
    expect(read('2026-11-25T23:15:00-05:00').day).toBe('2026-11-25');
    expect(read('2026-W48-3T23:15:00-05:00').day).toBe('2026-11-25');
  });

  test('does not read long texts', () => {
    const length = 16_000_000;
    const time = processorTime(() => {
      for (const character of ['T', '0', '-', '+', ':', '.']) {
        expect(readDateTime(`2026-11-25T10:15:00.${character.repeat(length)}`)).toBeUndefined();
        expect(readDateTime(character.repeat(length))).toBeUndefined();
      }
    });
    expect(time).toBeLessThan(1000);
  });
});

/** Files that read other times than those of responses, and why. */
const otherTimes: Readonly<Record<string, string>> = {
  'conformance/suite/date-time.ts': 'the function itself',
  'conformance/suite/checks/bill/commitments/contracts.ts':
    'the term of a contract in the bill, in milliseconds',
  'conformance/suite/figures/days.ts': 'days that were read before',
  'conformance/suite/rules/explain.ts': 'days and months that were read before',
  'conformance/engine/judge/draft-waivers.ts': 'the start of this run',
  'conformance/engine/report/ctrf.ts': 'the start of this run',
  'conformance/engine/report/compare/notes.ts': 'the starts of two runs',
  'conformance/engine/judge/waivers.ts': 'a date in a file of the user, as if in UTC',
  'conformance/suite/checks/parameters/cases.ts': 'whether a request parameter is a date in any form',
  'conformance/engine/traffic/read-har.ts': 'the start of a request, as its recorder writes it',
  'conformance/engine/traffic/har-entry.ts': 'the start of a request, in milliseconds',
};

test('no other code reads times of responses', () => {
  const files = readdirSync('conformance', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => `conformance/${file.replaceAll('\\', '/')}`);
  const parses = /Date\.parse\(|new Date\([^)]/;
  const found = files.filter((file) => parses.test(readFileSync(file, 'utf8')));
  expect(found.sort()).toEqual(Object.keys(otherTimes).sort());
});
