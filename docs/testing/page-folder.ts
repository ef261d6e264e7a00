import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import type { Block } from './pages.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The command of the package, as it is built. */
export const program = join(root, 'dist/cli/main.js');

const programs: Readonly<Record<string, string>> = { ts: 'mjs', python: 'py', go: 'go', java: 'java' };

/** Returns the file in which the reader of a page saves a block. The next block names it. */
export function savedAs(block: Block, blocks: readonly Block[]): string | undefined {
  const next = blocks[blocks.indexOf(block) + 1];
  if (block.language === 'json') return /\w+\.json/.exec(next?.code ?? '')?.[0];
  const extension = programs[block.language];
  return extension && next?.isNext ? new RegExp(`\\w+\\.${extension}\\b`).exec(next.code)?.[0] : undefined;
}

/** Returns a program as its runtime reads it. @param here replaces the addresses of the page */
export function runnable({ language, code }: Block, here: (text: string) => string): string {
  // Replaced first, because compiled code may write a port as 3e3.
  return language === 'ts' ? transformSync(here(code), { loader: 'ts' }).code : here(code);
}

/**
 * Creates the files that the reader of a page has: the package, the document, and files shown in the page.
 *
 * @param modules a `node_modules` with what this project does not install
 * @param here replaces the addresses of the page
 * @param fixtures of the server under test, whose hooks differ from those of the page
 */
export function fillFolder(
  folder: string,
  modules: string,
  blocks: readonly Block[],
  here: (text: string) => string,
  fixtures: Record<string, unknown>,
): void {
  mkdirSync(join(folder, 'bin'));
  const starter = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  for (const place of ['bin', 'node_modules/.bin']) {
    for (const name of ['cost-contract', 'cloud-cost-contract'])
      writeFileSync(join(folder, place, name), starter, { mode: 0o755 });
  }
  symlinkSync(join(modules, '.bin/prism'), join(folder, 'bin/prism'));
  symlinkSync(join(modules, 'express'), join(folder, 'node_modules/express'));
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  symlinkSync(root, join(folder, 'node_modules/cloud-cost-contract'));
  for (const name of ['msw', '@duckdb']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const { latency_header, events_url, webhook_secret } = fixtures;
  const hooks = { latency_header, events_url, webhook_secret };
  for (const block of blocks) {
    const name = savedAs(block, blocks);
    if (name === undefined) continue;
    const text =
      block.language === 'json'
        ? JSON.stringify({ ...JSON.parse(block.code), ...hooks })
        : runnable(block, here);
    writeFileSync(join(folder, name), text);
  }
}
