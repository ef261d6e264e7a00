import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('the client uses openapi-fetch and no other package', async () => {
  const { outputs } = (
    await build({
      entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      packages: 'external',
    })
  ).metafile;
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  expect([...new Set(imports.map(({ path }) => path))]).toEqual(['openapi-fetch']);
});
