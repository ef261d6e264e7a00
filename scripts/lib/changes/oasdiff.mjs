// @ts-check
import { spawnSync } from 'node:child_process';

// Pinned, so that a new release of it does not turn a green build red.
const pinned = 'github.com/oasdiff/oasdiff@v1.32.1';

/**
 * Asks oasdiff, which knows some hundred kinds of change, where the Go toolchain is there to run it.
 * It does not know our `x-` words: a changed unit is nothing to it.
 *
 * @param {string} before path of the older document
 * @param {string} after path of the newer one
 * @returns {{ breaking: boolean, report: string } | { missing: string }} or why it could not be asked
 */
export function oasdiff(before, after) {
  const go = spawnSync('go', ['version']);
  if (go.error) return { missing: 'the Go toolchain is not installed' };
  const run = spawnSync('go', ['run', pinned, 'breaking', before, after, '--fail-on', 'WARN'], {
    encoding: 'utf8',
  });
  if (run.status === 0) return { breaking: false, report: run.stdout };
  // `go run` turns every failing status of the program into 1 and says which on the last line.
  if (/exit status 1\s*$/.test(run.stderr)) return { breaking: true, report: run.stdout };
  return { missing: `it does not run: ${run.stderr.trim().split('\n').at(-1)}` };
}
