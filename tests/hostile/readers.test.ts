import { expect, test } from 'vitest';
import { beginningOf } from '../../conformance/engine/beginning-of.js';
import { duplicateName } from '../../conformance/engine/http/duplicate-name.js';
import { measure, parseBody } from '../../conformance/engine/http/parse-body.js';
import { createShownRedactor } from '../../conformance/engine/http/redact-shown.js';
import { readHar } from '../../conformance/engine/traffic/read-har.js';
import { redactPlaces, secretsInPlaces } from '../../src/redaction/credential-places.js';
import { createRedactor } from '../../src/redaction/redact-secrets.js';
import { printable, printableLines } from '../../src/text/printable.js';
import { aHar } from '../support/suite/har-fixture.js';

/** A quarter of the longest body that is read: enough to distinguish linear time from quadratic. */
const length = 4 * 2 ** 20;

/** Seconds of the processor, which other processes hardly change. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Each takes at most 15 times as long as this machine needs to write and parse such a text; quadratic time, thousands. */
const mostTimes = 60;
const once = secondsOf(() => JSON.parse(JSON.stringify('"a":1,'.repeat(length / 6))));

const secrets = ['one_secret_key', 'one_other_secret_key'];

/** A string in a string, as often as a text of that length has. */
function nested(): string {
  let text = 'x';
  while (text.length < length / 2) text = JSON.stringify({ a: text, token: 'one_secret_key' });
  return text;
}

const units = [
  ...['\\', '"', '\\u0061', '\\u005c', '\\"', '\\\\"', '%25', '%61', '%e2%82%ac', '&amp;', '&#97;', '&#0000'],
  ...['{"a":"', '{\\"token\\":\\"', '"token":"a",', '?token=a', '//a:b@', 'one\\u005fsecret_key ', '"a":1,'],
  ...['\u001b', '\u200b', '\ud800', '\n', '::', '##', '[', '{"a":'],
];
const texts: readonly (readonly [name: string, text: () => string])[] = [
  ...units.map((unit) => [JSON.stringify(unit), () => unit.repeat(length / unit.length)] as const),
  ['JSON within JSON', nested],
];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  redactPlaces,
  secretsInPlaces: (text) => [...secretsInPlaces(text)].length,
  redactor: createRedactor(secrets),
  shownRedactor: createShownRedactor(secrets),
  printable,
  printableLines,
  measure,
  parseBody,
  duplicateName: (text) => {
    const json = `{"a":{${text.startsWith('"a":1,') ? `${text}"a":1` : `"a":${JSON.stringify(text)}`}}}`;
    return duplicateName(json, JSON.parse(json));
  },
  readHar: (text) => (parseBody(text) === undefined ? readHar(aHar({ responseBody: text }), 'file') : text),
  beginningOf: (text) => beginningOf(text, 1000),
};

test.each(texts)('every reader of foreign text ends soon on 4 MB of %s', { timeout: 100_000 }, (_, make) => {
  const text = make();
  const slow = Object.entries(readers).flatMap(([name, read]) => {
    const times = secondsOf(() => read(text)) / once;
    return times > mostTimes ? [`${name} takes ${Math.round(times)} times as long as to parse the text`] : [];
  });
  expect(slow).toEqual([]);
});
