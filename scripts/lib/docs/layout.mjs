// @ts-check
import { html } from './html.mjs';

/**
 * One page of the site. Every address in it is relative, so the site works from any folder.
 *
 * @typedef {object} Page
 * @property {string} path where it goes, such as `reference/list-commitments.html`
 * @property {string} title
 * @property {string} [description] one sentence for search results and previews
 * @property {import('./html.mjs').Html} main
 * @property {string[]} [scripts] further scripts of `assets/`
 * @property {boolean} [wide] leaves out the list of pages
 *
 * @typedef {{ title: string, open?: boolean, links: { path: string, title: string, method?: string, deprecated?: boolean }[] }} NavGroup
 */

/** Where scripts and styles may come from; a call goes wherever the reader points it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * @param {Page} page
 * @param {{ nav: NavGroup[], version: string }} site
 */
export function layout(page, { nav, version }) {
  const root = '../'.repeat(page.path.split('/').length - 1) || './';
  const to = (/** @type {string} */ path) => `${root}${path}`;
  return html`<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>${page.title === siteName ? siteName : `${page.title} · ${siteName}`}</title>
${page.description && html`<meta name="description" content="${page.description}">`}
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('assets/style.css')}">
<script src="${to('assets/site.js')}" defer></script>
${(page.scripts ?? []).map((name) => html`<script src="${to(`assets/${name}`)}" defer></script>\n`)}</head>
<body${page.wide ? html` class="wide"` : ''}>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="brand" href="${to('index.html')}"><img src="${to('assets/icon.svg')}" alt="" width="22" height="22"> <span>Cloud cost contract</span> <small>${version}</small></a>
<button class="search-open" type="button"><span>Search</span> <kbd>/</kbd></button>
<nav aria-label="Sections">
<a href="${to('guides/index.html')}">Guides</a>
<a href="${to('reference/index.html')}">Reference</a>
<a href="${to('checks.html')}">Checks</a>
<a href="${to('downloads.html')}">Downloads</a>
</nav>
</header>
<div class="frame">
${!page.wide && sidebar(nav, page.path, to)}
<main id="main">
${page.main}
</main>
</div>
<footer><p>Contract version ${version}. This site makes no request to any other host; what you try on a page is answered in the page, unless you name a server of your own.</p></footer>
</body>
</html>
`;
}

/** The name of the site in titles. */
export const siteName = 'Cloud cost contract';

/**
 * @param {NavGroup[]} nav
 * @param {string} current
 * @param {(path: string) => string} to
 */
function sidebar(nav, current, to) {
  const group = (/** @type {NavGroup} */ { title, links, open }) => {
    const isOpen = open || links.some(({ path }) => path === current);
    return html`<details${isOpen ? html` open` : ''}><summary>${title}</summary><ul>
${links.map(
  ({ path, title: name, deprecated }) =>
    html`<li><a href="${to(path)}"${path === current ? html` aria-current="page"` : ''}${deprecated ? html` class="deprecated"` : ''}>${name}${deprecated && html`<span class="unseen"> (deprecated)</span>`}</a></li>\n`,
)}</ul></details>
`;
  };
  return html`<nav class="side" aria-label="All pages"><details class="all"><summary>All pages</summary>
${nav.map(group)}</details></nav>
`;
}
