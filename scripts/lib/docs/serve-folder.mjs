// @ts-check
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.yaml': 'application/yaml; charset=utf-8',
};

/**
 * Serves the files of a folder on this machine's loopback address.
 *
 * @param {string} folder
 * @param {number} port 0 for any free one
 * @param {string} [prefix] a path below which the folder appears, such as `/docs`
 * @returns {Promise<{ url: string, close: () => void }>}
 * @throws when the port is taken
 */
export async function serveFolder(folder, port, prefix = '') {
  const server = createServer(async ({ url = '/' }, response) => {
    const file = fileFor(folder, url, prefix);
    const content = file === null ? null : await readFile(file).catch(() => null);
    if (file === null || content === null) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such page.\n');
      return;
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}${prefix}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} folder @param {string} url @param {string} prefix @returns {string | null} */
function fileFor(folder, url, prefix) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (!path.startsWith(`${prefix}/`)) return null;
    const own = path.slice(prefix.length);
    const file = normalize(join(folder, own.endsWith('/') ? `${own}index.html` : own));
    return file.startsWith(folder + sep) ? file : null;
  } catch {
    return null;
  }
}
