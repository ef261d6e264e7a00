import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';

/** Returns the static imports of a module, including indirect ones. */
function loadedWith(path: string, inputs: Metafile['inputs'], loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const { path: next, kind } of inputs[path]?.imports ?? []) {
    if (kind === 'import-statement') loadedWith(next, inputs, loaded);
  }
  return loaded;
}

test('prints the help without loading a command', async () => {
  const { metafile } = await build({
    entryPoints: ['cli/main.ts'],
    outdir: 'out',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const loaded = [...loadedWith('cli/main.ts', metafile.inputs)].filter((path) => !path.startsWith('node:'));
  expect(loaded.sort()).toEqual([
    'cli/add-command.ts',
    'cli/command.ts',
    'cli/commands.ts',
    'cli/compare/compare-command.ts',
    'cli/config/configured.ts',
    'cli/data-commands.ts',
    'cli/main.ts',
    'cli/mock/mock-command.ts',
    'cli/options/shared-options.ts',
    'cli/options/values.ts',
    'cli/output/output.ts',
    'cli/program.ts',
    'cli/stop.ts',
    'cli/verify/verify-command.ts',
    'commander',
    'conformance/engine/cannot-start.ts',
    'mocks/dataset/calendar.ts',
    'mocks/dataset/export/versions.ts',
    'mocks/dataset/seed-data/scenario-names.ts',
    'mocks/session/clock.ts',
    'src/focus/rows/compact-engines.ts',
    'src/get-or-insert.ts',
    'src/redaction/credential-places.ts',
    'src/redaction/escapes.ts',
    'src/redaction/redact-secrets.ts',
    'src/text/printable.ts',
  ]);
});
