import { expect, test } from 'vitest';
import { csvChunks } from './csv.js';

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
