import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateName } from './duplicate-name.js';

const inText = (text: string) => duplicateName(text, JSON.parse(text));

test.each([
  ['{"a":1,"a":2}', ['a'], [1, 2], true],
  ['{"a":1,"a":1.0}', ['a'], [1, 1], false],
  ['{"a":1,"b":{"c":[{},{"d":"x","d":"y"}]}}', ['b', 'c', '1', 'd'], ['x', 'y'], true],
  [
    '{ "a" : {"x":1, "y":[]} , "\\u0061" : {"y":[],"x":1} }',
    ['a'],
    [
      { x: 1, y: [] },
      { x: 1, y: [] },
    ],
    false,
  ],
  ['{"a":1,"a":1,"b":0,"b":null}', ['b'], [0, null], true],
  ['{"a":1,"a":1,"a":2}', ['a'], [1, 2], true],
  ['{"":1,"":2}', [''], [1, 2], true],
  [String.raw`{"a\"":"\\","a\"":"\\\\"}`, ['a"'], ['\\', '\\\\'], true],
  ['{"__proto__":1,"__proto__":2}', ['__proto__'], [1, 2], true],
  ['[[{"a":{"b":1,"b":2},"a":3}]]', ['0', '0', 'a', 'b'], [1, 2], true],
])('finds the duplicate name in %s', (text, path, values, differs) => {
  expect(inText(text)).toEqual({ path, values, differs });
});

test.each(['1', '"a"', '{}', '[{"a":1},{"a":2}]', '{"a":{"a":{"a":1}},"b":":,{}"}', '{"a":"b","b":"a"}'])(
  'finds no duplicate name in %s',
  (text) => {
    expect(inText(text)).toBeUndefined();
  },
);

test('finds a duplicate name exactly where one is', () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), fc.jsonValue(), (text, name, value) => {
      expect(inText(text)).toBeUndefined();
      const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
      expect(inText(`{"x":${text},"y":{${member},${member}}}`)).toMatchObject({
        path: ['y', name],
        differs: false,
      });
    }),
  );
});

test('ends on 16 MB of duplicate names', () => {
  const nested = `${'{"a":1,"a":'.repeat(90)}"${'a'.repeat(16 * 2 ** 20)}"${'}'.repeat(90)}`;
  const wide = `{${'"a":1,'.repeat(3_000_000)}"a":2}`;
  const doubled = (levels: number): string =>
    levels === 0 ? `"${'\\\\'.repeat(500)}"` : `{"a":${doubled(levels - 1)},"a":${doubled(levels - 1)}}`;
  const besides = (levels: number): string =>
    levels === 0 ? `"${'a'.repeat(160_000)}"` : `{"a":${besides(levels - 1)},"a":${plain(levels - 1)}}`;
  const plain = (levels: number) => `${'{"a":'.repeat(levels)}"${'a'.repeat(160_000)}"${'}'.repeat(levels)}`;
  expect(inText(besides(98))).toMatchObject({ differs: false });
  expect(inText(nested)).toMatchObject({ differs: true });
  expect(inText(wide)).toMatchObject({ path: ['a'], values: [1, 2] });
  expect(inText(doubled(13))).toMatchObject({ differs: false });
});
