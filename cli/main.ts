#!/usr/bin/env node
import process from 'node:process';
import { notWhole, outputTo } from './output.js';
import { runProgram } from './program.js';
import { createStop } from './stop.js';

const stdout = outputTo(process.stdout);
const stderr = outputTo(process.stderr);
const stop = createStop(stderr);

// Until a command has said otherwise nothing was verified: however this ends, it is no success.
process.exitCode = 2;
process.on('uncaughtException', (error) => {
  stderr.write(unexpected(error));
  process.exit(2);
});

const exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  stdout,
  stderr,
  get signal() {
    return stop.signal();
  },
  onEndedAtOnce: stop.onEndedAtOnce,
});
// A verdict is that of the command, whatever became of its output; one that was cut is none.
const failure = await stdout.finish();
if (failure) stderr.write(notWhole('standard output', failure));
process.exitCode = failure ? 2 : exitCode;
// What nobody reads on standard error keeps the program no longer than this.
setTimeout(() => process.exit(), 1000).unref();

/** An error of this program: never a verdict on a server. */
function unexpected({ name, message, stack }: Error): string {
  const details = process.env.COST_CONTRACT_DEBUG
    ? `${stack}\n`
    : 'Please report this; set COST_CONTRACT_DEBUG=1 to see where it happened.\n';
  return `cost-contract: failed because of a bug of its own: ${name}: ${message}\n${details}`;
}
