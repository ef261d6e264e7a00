import { describe, expect, it, test } from 'vitest';
import { csvRecords } from './csv.js';

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
