import { spawnSync } from 'node:child_process';

/** Null, or why the tests that run Go are skipped. CI has Go. */
export const goMissing = process.env.CI || spawnSync('go', ['version']).status === 0 ? null : 'needs Go';
