#!/usr/bin/env node
// @ts-check
// Not part of the build, so that npm can link it in a clone before the first build.
import { existsSync } from 'node:fs';
import process from 'node:process';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write('cost-contract: This clone is not built yet. Run: npm ci && npm run build\n');
  process.exitCode = 2;
}
