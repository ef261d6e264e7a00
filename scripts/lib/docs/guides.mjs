// @ts-check
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../paths.mjs';
import { html } from './html.mjs';
import { line, renderMarkdown } from './markdown.mjs';

/** The guides in the order of the list; each stands in docs/guides/, unless it is told otherwise. */
const guides = [
  { name: 'mock', what: 'A server with the whole API on your machine, in your tests or in your browser.' },
  { name: 'verify-your-server', what: 'Learn whether a server keeps the contract.' },
  { name: 'in-ci', what: 'Hold every change of a server or a frontend to the contract.' },
  { name: 'client', what: 'Call the API from TypeScript, in Node, browsers and at the edge.' },
  { name: 'webhooks', what: 'Receive events, and believe only those that are genuine.' },
  { name: 'idempotent-writes', what: 'Write once, however often you have to send.' },
  { name: 'paging', what: 'Read lists of any length.' },
  { name: 'errors-and-retries', what: 'What each failure means, and which to try again.' },
  {
    name: 'commitments',
    what: 'Utilization, coverage and effective savings rate, drawn from the mock’s world.',
  },
  {
    name: 'renamed-paths',
    source: 'docs/renamed-paths.md',
    title: 'Renamed paths',
    what: 'Paths that moved, and what else changed.',
  },
  { name: 'versioning', what: 'What may change without notice, and what never does.' },
];

/**
 * @param {Record<string, import('./html.mjs').Html>} figures by name
 * @returns {{ page: import('./layout.mjs').Page, headings: { id: string, text: string, depth: number }[] }[]}
 */
export function guidePages(figures) {
  const pages = guides.map(({ name, source = `docs/guides/${name}.md`, what }) => {
    const { body, headings } = renderMarkdown(readFileSync(join(root, source), 'utf8'), {
      link: (href) => siteLink(href, source),
      block: (figure) => figures[figure] ?? null,
    });
    const sections = headings.filter(({ depth }) => depth === 2);
    return {
      headings,
      page: {
        path: `guides/${name}.html`,
        title: headings[0]?.text ?? name,
        description: what,
        main: html`<article class="prose">${body}</article>
${sections.length > 2 && html`<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`}`,
      },
    };
  });
  const index = {
    headings: [],
    page: {
      path: 'guides/index.html',
      title: 'All guides',
      main: html`<h1>Guides</h1><ul class="guides">${pages.map(({ page }) => html`<li><a href="${page.path.slice('guides/'.length)}">${page.title}</a><br>${line(page.description)}</li>`)}</ul>`,
    },
  };
  return [index, ...pages];
}

/**
 * Links between Markdown files of the repository become links between their pages; links to pages
 * that are built, such as those of the reference, stand in the guides as they are.
 *
 * @param {string} href
 * @param {string} source
 */
function siteLink(href, source) {
  if (/^(https?:|#)/.test(href)) return href;
  if (/\.html(#|$)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(source), path);
  const found = guides.find(({ name, source: own = `docs/guides/${name}.md` }) => own === target);
  const place = found
    ? `${found.name}.html`
    : target.replace(/^docs\/decisions\/(.*)\.md$/, '../decisions/$1.html');
  return fragment ? `${place}#${fragment}` : place;
}
