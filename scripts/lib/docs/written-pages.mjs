// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { root } from '../paths.mjs';
import { html } from './html.mjs';
import { line, plainText, renderMarkdown } from './markdown.mjs';
import { pngSize } from './png-size.mjs';
import { addressFrom } from './terms.mjs';

/**
 * @typedef {import('./layout.mjs').Page & { short: string, headings: import('./markdown.mjs').Heading[], pictures: Record<string, Buffer> }} WrittenPage
 * @typedef {{ source: string, path: string, short?: string }} Place where a page comes from and goes to
 */

/**
 * Guides by what a reader wants, in the order of the list. One that is not named here comes last, and
 * is told by its first sentence.
 *
 * @type {{ title: string, guides: Record<string, string> }[]}
 */
const groups = [
  {
    title: 'Build a server',
    guides: {
      'verify-your-server': 'Learn whether a server keeps the contract, and what to mend.',
      'in-ci': 'Hold every change of a server or a frontend to the contract.',
    },
  },
  {
    title: 'Build on the mock',
    guides: {
      mock: 'The whole API on your machine, in your tests or in your browser.',
      'control-plane': 'Its clock, faults, scenarios, events and journal, from outside.',
      'dashboard-example': 'A page of charts on the client and the mock, with no server.',
    },
  },
  {
    title: 'Call the API',
    guides: {
      client: 'From TypeScript, in Node, browsers and at the edge.',
      'errors-and-retries': 'What each failure means, and which to try again.',
      'idempotent-writes': 'Write once, however often you have to send.',
      paging: 'Read lists of any length.',
      webhooks: 'Receive events, and believe only those that are genuine.',
    },
  },
  {
    title: 'Understand it',
    guides: {
      commitments: 'Utilization, coverage and effective savings rate, drawn from the mock’s world.',
      'renamed-paths': 'Paths that moved, and what else changed within v1.',
      versioning: 'What may change without notice, and what never does.',
    },
  },
];
/** @type {Record<string, string>} */
const told = Object.assign({}, ...groups.map(({ guides }) => guides));

/** Pages about the project, which stand beside the guides; further ones follow by name. */
const aboutFirst = ['comparison', 'benchmarks', 'default-world'];

/** Guides that do not stand in docs/guides/. @type {Record<string, string>} */
const elsewhere = {
  'control-plane': 'docs/control-plane.md',
  'dashboard-example': 'docs/examples/dashboard/README.md',
  'renamed-paths': 'docs/renamed-paths.md',
};

/** Names for the list where the heading does not do there. @type {Record<string, string>} */
const shortNames = {
  'dashboard-example': 'Example: a dashboard',
  'default-world': 'The default world',
  'renamed-paths': 'Renamed paths',
};

/** Files and folders of the repository that have a page of their own making. @type {Record<string, string>} */
const generated = {
  'CHANGELOG.md': 'changelog.html',
  'conformance/checks': 'checks.html',
  'tests/faulty-servers': 'defects.html',
  'conformance/requirements.yaml': 'requirements.html',
  'docs/guides': 'guides/index.html',
  'openapi.yaml': 'reference/index.html',
};

/**
 * Every page that is written in Markdown: the guides in groups, what is told about the project, and
 * the decisions. A new file in its folder is a new page.
 *
 * @param {Record<string, import('./html.mjs').Html>} figures by name
 * @param {Map<string, string>} terms what has a place on the site, by its name in code
 */
export function writtenPages(figures, terms) {
  const guideNames = inOrder([...Object.keys(elsewhere), ...namesIn('docs/guides')], Object.keys(told));
  const aboutNames = inOrder(
    namesIn('docs').filter((name) => !(name in elsewhere)),
    aboutFirst,
  );
  const places = {
    guides: guideNames.map((name) => ({
      source: elsewhere[name] ?? `docs/guides/${name}.md`,
      path: `guides/${name}.html`,
    })),
    about: aboutNames.map((name) => ({ source: `docs/${name}.md`, path: `${name}.html` })),
    decisions: namesIn('docs/decisions').map((name) => ({
      source: `docs/decisions/${name}.md`,
      path: `decisions/${name}.html`,
    })),
  };
  const targets = new Map(Object.entries(generated));
  for (const { source, path } of Object.values(places).flat()) targets.set(source, path);
  const pageOf = (/** @type {Place} */ place) => writtenPage(place, targets, terms, figures);
  const guides = places.guides.map(pageOf);
  return {
    guides: [guideIndex(guides), ...guides],
    about: places.about.map(pageOf),
    decisions: places.decisions.map(pageOf),
  };
}

/**
 * @param {Place} place
 * @param {Map<string, string>} targets
 * @param {Map<string, string>} terms
 * @param {Record<string, import('./html.mjs').Html>} figures
 * @returns {WrittenPage}
 */
function writtenPage({ source, path }, targets, terms, figures) {
  const name = basename(path, '.html');
  /** @type {Record<string, Buffer>} */
  const pictures = {};
  const { body, headings, opening } = renderMarkdown(readFileSync(join(root, source), 'utf8'), {
    link: (href) => addressOf(href, source, path, targets),
    term: (code) => addressFrom(path, terms.get(code)),
    image: (href, alt) => {
      const content = readFileSync(join(root, posix.dirname(source), href));
      const { width, height } = pngSize(content);
      const target = posix.join(posix.dirname(path), `${name}-${basename(href)}`);
      pictures[target] = content;
      return html`<img class="picture" src="${basename(target)}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
    },
    block: (figure) => figures[figure] ?? null,
  });
  const title = (headings[0]?.text ?? name).replace(/^\d{4} /, '');
  const sections = headings.filter(({ depth }) => depth === 2);
  return {
    headings,
    pictures,
    path,
    title,
    short: shortNames[name] ?? title,
    description: told[name] ?? firstSentence(opening),
    main: html`<article class="prose">${body}</article>
${sections.length > 2 && html`<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`}`,
  };
}

/** @param {WrittenPage[]} guides @returns {WrittenPage} */
function guideIndex(guides) {
  const nameOf = (/** @type {WrittenPage} */ { path }) => basename(path, '.html');
  const rest = guides.map(nameOf).filter((name) => !told[name]);
  const lists = groups.map(({ title, guides: own }) => ({ title, names: Object.keys(own) }));
  if (rest.length > 0) lists.push({ title: 'More', names: rest });
  return {
    headings: [],
    pictures: {},
    path: 'guides/index.html',
    title: 'Guides',
    short: 'All guides',
    description: 'What to do, step by step.',
    main: html`<h1>Guides</h1>
${lists.map(
  ({ title, names }) => html`<h2>${title}</h2><ul class="guides">${guides
    .filter((guide) => names.includes(nameOf(guide)))
    .map(
      (guide) =>
        html`<li><a href="${nameOf(guide)}.html">${guide.short}</a><br>${line(guide.description)}</li>`,
    )}</ul>
`,
)}`,
  };
}

/** The Markdown files of a folder, without their ending. @param {string} folder */
function namesIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => basename(name, '.md'))
    .sort();
}

/** @param {string[]} names @param {string[]} first those that lead, where they are there */
function inOrder(names, first) {
  return [
    ...first.filter((name) => names.includes(name)),
    ...names.filter((name) => !first.includes(name)).sort(),
  ];
}

/**
 * Where a link of a Markdown file leads on the site. Files link to files, so that they can be read in the
 * repository too.
 *
 * @param {string} href
 * @param {string} source the file
 * @param {string} page its page
 * @param {Map<string, string>} targets files of the repository to pages of the site
 * @returns {string | null} null for a file of the repository that the site does not have
 * @throws {Error} where there is no such file
 */
function addressOf(href, source, page, targets) {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const file = posix.join(posix.dirname(source), path).replace(/\/$/, '');
  const target = targets.get(file);
  if (!target) {
    if (existsSync(join(root, file))) return null;
    throw new Error(`${source} links to ${href}, but there is no file ${file}.`);
  }
  const address = posix.relative(posix.dirname(page), target);
  return fragment ? `${address}#${fragment}` : address;
}

/** @param {string} text Markdown */
function firstSentence(text) {
  return plainText(String(line(/^[\s\S]*?[.:?!](?=\s|$)/.exec(text)?.[0] ?? text))).replace(/:$/, '.');
}
