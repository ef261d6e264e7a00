import { describe, expect, it, test } from 'vitest';
import { csvChunks, csvRecords } from './csv.js';

describe('csvRecords', () => {
  test.each([
    ['a,b', [['a', 'b']]],
    [
      'a,b\r\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [',', [['', '']]],
    ['"a,b","say ""hi""",c', [['a,b', 'say "hi"', 'c']]],
    ['"two\nlines",b', [['two\nlines', 'b']]],
    ['"",""', [['', '']]],
    ['\uFEFFa', [['a']]],
    ['"not closed,b', [['"not closed', 'b']]],
    ['a"b,c', [['a"b', 'c']]],
    ['"a"b,c', [['"a"b', 'c']]],
  ])('reads %j', (text, records) => {
    expect(csvRecords(text)).toEqual(records);
  });

  it('takes linear time for quotes that are not closed', () => {
    const text = `${'"a'.repeat(4_000_000)}"x`;
    expect(csvRecords(text)).toEqual([[text]]);
  });
});

test('CSV quotes what contains a comma, a quote or a line break, and leaves missing values empty', () => {
  const rows = [{ a: 'x,y', b: '{"k":"v"}' }, { a: null, b: 'two\nlines' }, { b: 'Zürich' }];
  expect([...csvChunks(['a', 'b'], rows)].join('')).toBe(
    'a,b\n"x,y","{""k"":""v""}"\n,"two\nlines"\n,Zürich\n',
  );
});

test('CSV is written in chunks', () => {
  const chunks = [...csvChunks(['a'], Array(3).fill({ a: 'x'.repeat(40_000) }))];
  expect(chunks.map((chunk) => chunk.length)).toEqual([80_004, 40_001]);
});
