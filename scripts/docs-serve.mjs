// @ts-check
// Serves the docs site to this machine only. `npm run docs:serve`; `-- --port 0` takes any free port.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveFolder } from './lib/docs/serve-folder.mjs';
import { root } from './lib/paths.mjs';

try {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4020' } } });
  const folder = join(root, 'dist-docs');
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error('There is no site to serve; run `npm run docs` first.');
  }
  const { url, close } = await serveFolder(folder, Number(values.port));
  console.log(url);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, close);
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  console.error(
    code === 'EADDRINUSE'
      ? 'That port is already in use; choose another with -- --port N, or 0 for any.'
      : message,
  );
  process.exitCode = 2;
}
