import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme, SiteConfig } from 'vitepress';
import { toMarkdown } from './to-markdown.js';

/** Writes each page as Markdown beside its HTML, and `llms.txt`, which lists them for language models. */
export function writeMarkdown({ outDir, site }: SiteConfig<DefaultTheme.Config>): void {
  const descriptions = new Map<string, string>();
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html') || name === '404.html') continue;
    const markdown = toMarkdown(readFileSync(join(outDir, name), 'utf8'));
    const path = name.replace(/html$/, 'md');
    writeFileSync(join(outDir, path), markdown);
    descriptions.set(`/${path}`, firstSentence(markdown));
  }
  const sidebars = Object.entries(site.themeConfig.sidebar as DefaultTheme.SidebarMulti);
  const sections = sidebars.flatMap(([below, groups]) =>
    (groups as DefaultTheme.SidebarItem[]).map(({ text, items = [] }) => {
      const links = items.map((item) => {
        const [page = ''] = (item.link ?? '').split('#');
        const path = page.replace(/\/$/, '/index').concat('.md');
        return `- [${item.text}](${path}): ${descriptions.get(path)}`;
      });
      return { title: below === '/project/' ? 'Optional' : text, links };
    }),
  );
  const titles = [...new Set(sections.map(({ title }) => title))];
  const lists = titles.map((title) => {
    const links = sections.filter((one) => one.title === title).flatMap((one) => one.links);
    return `## ${title}\n\n${[...new Set(links)].join('\n')}\n`;
  });
  const openapi = 'The [OpenAPI document](/download/openapi.json) has every request and response of the API.';
  const text = [`# ${site.title}\n`, `> ${site.description}\n`, `${openapi}\n`, ...lists].join('\n');
  writeFileSync(join(outDir, 'llms.txt'), text);
}

/** Returns the first sentence of the first paragraph, without links. A page of an operation starts with its path. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split('\n').find((line) => /^(?![A-Z]+ `\/)[\w`"]/.test(line)) ?? '';
  const text = paragraph.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
