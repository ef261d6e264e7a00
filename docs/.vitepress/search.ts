import { fileURLToPath } from 'node:url';
import type { MarkdownEnv } from 'vitepress';
import { pages } from './pages/index.js';
import { abbreviations } from './search-options.js';

const generated = new Map(pages.map((page) => [page.path, page]));

/**
 * Renders a page for the search. A page may start with a comment of keywords: words that people type and the page does
 * not contain. Front matter would show up where the repository or the package displays the file.
 */
export function renderForSearch(
  source: string,
  env: MarkdownEnv,
  md: { render(source: string, env: MarkdownEnv): string },
): string {
  const html = md.render(source, env);
  const [, keywords = ''] = /^<!-- keywords: (.+?) -->/.exec(source) ?? [];
  const page = `/${env.relativePath.replace(/md$/, 'html')}`;
  return html
    .replace('</h1>', `$&<p>${keywords}</p>`)
    .replaceAll(/<h\d id="([^"]+)"[\s\S]*?<\/h\d>/g, (heading, id) => {
      const words = abbreviationsOf(`${page}#${id}`);
      return words ? `${heading}<p>${words} </p>` : heading;
    });
}

/** Returns the words that mean an address, which its text need not contain. */
function abbreviationsOf(address: string): string {
  const words = Object.entries(abbreviations).filter(([, meant]) => meant === address);
  return words.map(([word]) => word).join(' ');
}

/** Returns the search entries of a generated page, or undefined for a file, which VitePress splits itself. */
export function sectionsOf(path: string) {
  const page = generated.get(path.replace(/^.*\/docs\/pages\/(.*)\.md$/, '$1'));
  const sections = page?.found.map(({ anchor, title, text, below = anchor && page.title }) => ({
    anchor,
    titles: [below, title].filter(Boolean).map(asTitle),
    text: `${text} ${abbreviationsOf(`/${page.path}.html${anchor && `#${anchor}`}`)}`,
  }));
  // The type of the option does not allow undefined.
  return sections as NonNullable<typeof sections>;
}

/** Escapes a title, which the theme renders as HTML. */
function asTitle(text: string): string {
  return text.replaceAll('`', '').replaceAll('<', '&lt;');
}

const options = fileURLToPath(new URL('search-options.ts', import.meta.url));
const themeOptions = /fuzzy: 0\.2,\s+prefix: true,\s+boost: \{[^}]*\},/;

/** Compiles the options of the search into the theme. As settings, functions would need `eval` in the browser. */
export const rankedSearch = {
  name: 'ranked-search',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!/VPLocalSearchBox\.vue$/.test(id)) return undefined;
    if (!themeOptions.test(code)) throw new Error(`VPLocalSearchBox.vue no longer contains ${themeOptions}.`);
    return code
      .replace(themeOptions, '...searchOptions,')
      .replace(/<script[^>]*>/, `$&\nimport { searchOptions } from ${JSON.stringify(options)}`);
  },
};
