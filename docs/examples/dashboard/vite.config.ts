import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** Adds the worker of the installed MSW to the page; worker and library must have the same version. */
function mswWorker(): Plugin {
  const path = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return {
    name: 'msw-worker',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: readFileSync(path) });
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that the built page works under any address.
  base: './',
  build: { target: 'es2022', emptyOutDir: true, chunkSizeWarningLimit: 1500 },
  plugins: [mswWorker()],
});
