// @ts-check
import { expect, test } from 'vitest';
import { reachableDeclarations } from './reachable-declarations.mjs';

test('follows imports from the entry points', () => {
  const texts = {
    'src/index.d.ts': "export { a } from './a.js';\nimport type { B } from '../lib/b.js';",
    'src/a.d.ts': "export declare const a: import('./c.js').C;",
    'src/c.d.ts': "import { a } from './a.js';",
    'lib/b.d.ts': "import type { D } from 'd';",
    'lib/unused.d.ts': "export * from './b.js';",
  };
  expect([...reachableDeclarations(texts, ['src/index.d.ts'])].sort()).toEqual([
    'lib/b.d.ts',
    'src/a.d.ts',
    'src/c.d.ts',
    'src/index.d.ts',
  ]);
});
