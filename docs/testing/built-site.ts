import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The site in the folder that BUILT_SITE names, or a new build. @returns its folder, and the HTML of each page by path */
export function builtSite(): { folder: string; pages: Map<string, string> } {
  const folder = process.env.BUILT_SITE ? join(root, process.env.BUILT_SITE) : buildSite();
  const pages = filesIn(folder).filter((path) => path.endsWith('.html'));
  return { folder, pages: new Map(pages.map((path) => [path, readFileSync(join(folder, path), 'utf8')])) };
}

function buildSite(): string {
  const folder = temporaryFolder('docs-site');
  const program = join(root, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [program, 'build', 'docs', '--outDir', folder], {
    cwd: root,
    stdio: 'pipe',
  });
  return folder;
}

/** Returns links to pages or fragments that do not exist. */
export function brokenLinks(folder: string, pages: ReadonlyMap<string, string>): string[] {
  const idsIn = (html: string) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const ids = new Map([...pages].map(([path, html]) => [path, idsIn(html)]));
  const files = new Set(filesIn(folder));
  return [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !/^[a-z]+:/.test(href))
      .filter((href) => {
        const [file = '', fragment = ''] = href.split('#');
        const target = file === '' ? path : posix.join(file.startsWith('/') ? '' : posix.dirname(path), file);
        const page = target.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html');
        if (!files.has(page)) return true;
        return fragment !== '' && !ids.get(page)?.has(decodeURIComponent(fragment));
      })
      .map((href) => `${path}: ${href}`),
  );
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
