#!/usr/bin/env node
import process from 'node:process';
import { incompleteMessage, outputTo } from './output/output.js';
import { runProgram } from './program.js';
import { createStop } from './stop.js';

const stdout = outputTo(process.stdout);
const stderr = outputTo(process.stderr);
const stop = createStop(stderr);

// Exit code 0 is set only by a command that has finished: an unexpected end must not pass for success.
process.exitCode = 2;
process.on('uncaughtException', (error) => {
  stderr.write(unexpected(error));
  process.exit(2);
});

const exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  stdout,
  stderr,
  // Opened only by a command that reads it.
  get stdin() {
    return process.stdin;
  },
  get signal() {
    return stop.signal();
  },
  onForcedExit: stop.onForcedExit,
});
// A command whose output is incomplete has not reported its verdict.
const failure = await stdout.finish();
if (failure) stderr.write(incompleteMessage('standard output', failure));
process.exitCode = failure ? 2 : exitCode;
// Otherwise, unread output on standard error would prevent the exit.
setTimeout(() => process.exit(), 1000).unref();

/** Describes a bug of this program, which is not a verdict on the server. */
function unexpected({ name, message, stack }: Error): string {
  const details = process.env.COST_CONTRACT_DEBUG
    ? `${stack}\n`
    : 'Please report this; set COST_CONTRACT_DEBUG=1 to see where it happened.\n';
  return `cost-contract: internal error: ${name}: ${message}\n${details}`;
}
