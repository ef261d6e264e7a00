// @ts-check
import { join } from 'node:path';
import { root } from '../paths.mjs';

/**
 * For esbuild: leaves Prism and sockets out of the mock, which the site needs neither of.
 *
 * @type {import('esbuild').Plugin}
 */
export const standIns = {
  name: 'stand-ins',
  setup({ onResolve }) {
    onResolve({ filter: /\/prism-engine\.js$/ }, () => ({
      path: join(root, 'docs/site/scripts/examples-engine.ts'),
    }));
    onResolve({ filter: /\/servers\/node\.js$/ }, () => ({
      path: join(root, 'mocks/servers/no-sockets.ts'),
    }));
  },
};
