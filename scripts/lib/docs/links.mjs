// @ts-check
import { posix } from 'node:path';

/**
 * Every address of the site that leads nowhere in it.
 *
 * @param {Record<string, string | Uint8Array>} files path to content
 * @returns {string[]} page and address
 */
export function brokenLinks(files) {
  /** @type {Map<string, Set<string>>} */
  const ids = new Map();
  const pages = Object.entries(files).filter(([path]) => path.endsWith('.html'));
  for (const [path, text] of pages) {
    ids.set(path, new Set([...String(text).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => String(id))));
  }
  return pages.flatMap(([path, text]) =>
    [...String(text).matchAll(/\s(?:href|src)="([^"]+)"/g)]
      .map(([, address]) => String(address))
      .filter((address) => !/^(https?|data):/.test(address))
      .filter((address) => {
        const [file = '', fragment = ''] = address.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        if (!(target in files)) return true;
        return fragment !== '' && !ids.get(target)?.has(decodeURIComponent(fragment));
      })
      .map((address) => `${path}: ${address}`),
  );
}
