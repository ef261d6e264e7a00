// @ts-check
import { spawnSync } from 'node:child_process';

// Pinned, so that a new release does not turn a green build red.
const program = 'github.com/oasdiff/oasdiff@v1.32.1';

/** @returns {boolean} whether the Go toolchain, which runs oasdiff, is installed */
export const hasGo = () => spawnSync('go', ['version']).error === undefined;

/**
 * Lists the changes between two versions of a document.
 *
 * @param {string} before path of the older document
 * @param {string} after path of the newer one
 * @returns {{ changes: { level: number }[], markdown: string }} levels: 1 for an addition, 2 for a potentially breaking
 *   change, 3 for a breaking change
 * @throws {Error} if oasdiff cannot be run
 */
export function oasdiff(before, after) {
  return {
    changes: JSON.parse(run(before, after, 'json') || '[]'),
    markdown: run(before, after, 'markdown').trim(),
  };
}

/** @param {string} before @param {string} after @param {string} format */
function run(before, after, format) {
  if (!hasGo()) {
    throw new Error('Comparing documents requires Go, to run oasdiff. Install Go from go.dev.');
  }
  const { status, stdout, stderr } = spawnSync(
    'go',
    ['run', program, 'changelog', before, after, '--format', format],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`oasdiff failed: ${stderr.trim().split('\n').at(-1)}`);
  return stdout;
}
