import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { accessibleTheme } from './accessible-theme.js';
import { configureMarkdown } from './markdown.js';
import { writeMarkdown } from './markdown-pages.js';
import { document, operations, operationTags, titleOf } from './pages/document.js';
import { decisionLinks, downloads, guideGroups, projectLinks, rewrites } from './pages/written.js';
import { rankedSearch, renderForSearch, sectionsOf } from './search.js';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = document.info;

const aboutLinks = [
  { text: 'Contributing', link: '/project/contributing' },
  { text: 'Security', link: '/project/security' },
];

export default defineConfig({
  title: 'Cloud cost contract',
  description: 'The contract of a Cloud Cost and Commitment Analytics API, made executable.',
  lang: 'en',
  outDir: '../dist-docs',
  srcExclude: ['README.md', 'examples/!(dashboard)/**', 'testing/**'],
  rewrites: { ...rewrites, 'pages/:path(.*)': ':path' },
  // Its table needs the whole width. Written pages have no front matter, which GitHub would show as a table.
  transformPageData: ({ relativePath, frontmatter }) => {
    if (relativePath === 'project/parameters.md') frontmatter.pageClass = 'is-wide';
  },
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    config: configureMarkdown,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/icon.svg',
    outline: { level: [2, 3] },
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Checks', link: '/checks' },
      { text: 'Downloads', link: '/downloads' },
      {
        text: `v${version}`,
        activeMatch: '^/(changelog|project/)',
        items: [
          { text: 'Changelog', link: '/changelog' },
          { text: 'Project', items: aboutLinks },
        ],
      },
    ],
    sidebar: {
      '/': [
        ...guideGroups,
        {
          text: 'The contract',
          items: [
            { text: 'All checks', link: '/checks' },
            { text: 'Changelog', link: '/changelog' },
            { text: 'Downloads', link: '/downloads' },
          ],
        },
      ],
      '/project/': [
        { text: 'Project', items: aboutLinks },
        {
          text: 'Evidence',
          items: [
            { text: 'Requirements', link: '/project/requirements' },
            { text: 'Faulty servers', link: '/project/faulty-servers' },
            ...projectLinks,
          ],
        },
        { text: 'Decisions', items: decisionLinks },
      ],
      '/reference/': [
        {
          text: 'Reference',
          items: [
            { text: 'All operations', link: '/reference/' },
            { text: 'Schemas', link: '/reference/schemas' },
            { text: 'Response envelope', link: '/reference/#how-to-read-it' },
            { text: 'Error codes', link: '/reference/errors' },
            { text: 'Events', link: '/reference/events' },
          ],
        },
        ...operationTags.map(({ name }) => ({
          text: titleOf(name),
          collapsed: false,
          items: operations
            .filter(({ tag }) => tag === name)
            .map(({ short, page, operation }) => ({
              text: operation.deprecated ? `${short} (deprecated)` : short,
              link: `/${page}`,
            })),
        })),
      ],
    },
    search: {
      provider: 'local',
      options: {
        _render: renderForSearch,
        miniSearch: { _splitIntoSections: sectionsOf },
      },
    },
    footer: {
      message: `Contract version ${version}. This site makes no request to any other host; requests from its forms are handled in the page, unless you enter a server of your own.`,
    },
  },
  vite: {
    plugins: [accessibleTheme, rankedSearch],
    resolve: {
      alias: [
        // Browsers have neither Prism, files nor sockets.
        { find: /^.*\/prism-engine\.js$/, replacement: file('../../mocks/prism/no-prism.ts') },
        { find: /^.*\/bill\/load-bill\.js$/, replacement: file('theme/bill/page-bill.ts') },
        { find: /^.*\/front\/document-text\.js$/, replacement: file('../../mocks/front/no-files.ts') },
        { find: /^.*\/servers\/node\.js$/, replacement: file('../../mocks/servers/no-sockets.ts') },
      ],
    },
    // The mock is one large chunk, loaded when a form is first used.
    build: { chunkSizeWarningLimit: 2000 },
  },
  transformHtml: withPolicy,
  transformHead({ pageData: { relativePath } }) {
    const markdown = { rel: 'alternate', type: 'text/markdown', href: `/${relativePath}` };
    return relativePath === '404.md' ? [] : [['link', markdown]];
  },
  buildEnd(site) {
    const folder = join(site.outDir, 'download');
    mkdirSync(folder);
    for (const { name } of downloads) copyFileSync(file(`../../dist/${name}`), join(folder, name));
    copyFileSync(file('../examples/bill/costs.csv'), join(folder, 'costs.csv'));
    writeMarkdown(site);
  },
});

/** Adds a content security policy: only scripts of the site run, and forms may call any server. */
function withPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self' http: https:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf-8">',
    `$&<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
