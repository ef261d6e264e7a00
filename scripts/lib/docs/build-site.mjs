// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../paths.mjs';
import { browserScripts } from './browser-scripts.mjs';
import { loadBuilt } from './built.mjs';
import { checksPage } from './checks-page.mjs';
import { downloads } from './downloads.mjs';
import { envelopePage } from './envelope-page.mjs';
import { errorsPage } from './errors-page.mjs';
import { eventsPage } from './events-page.mjs';
import { figures } from './figures/index.mjs';
import { landingPage } from './landing.mjs';
import { layout } from './layout.mjs';
import { operationPage } from './operation-page.mjs';
import { operationPages } from './operations.mjs';
import { titleOf } from './parts.mjs';
import { changelogPage } from './records.mjs';
import { referenceIndex } from './reference-index.mjs';
import { requirementsPage } from './requirements-page.mjs';
import { schemasPage } from './schemas-page.mjs';
import { searchScript } from './search-index.mjs';
import { writtenPages } from './written-pages.mjs';

/**
 * The whole site.
 *
 * @returns {Promise<Record<string, string | Uint8Array>>} path to content
 */
export async function buildSite() {
  const { document, yaml, createMock, checks, defects, scenarios, defaultNow, ...contract } =
    await loadBuilt();
  const clientMethods = methodNames(contract.namedOperations);
  const requirements = parse(read('conformance/requirements.yaml'));
  // A clock that stands, so that the same sources make the same bytes.
  const mock = await createMock({ frozen: true });
  const operations = operationPages(document);
  const fixtures = await (await mock.fetch('/.well-known/cost-contract.json')).json();
  const idsOf = (/** @type {string} */ operationId) => pathIds(fixtures, operationId);

  /** @type {import('./search-index.mjs').SearchEntry[]} */
  const search = [];
  const seenOn =
    (/** @type {string} */ path, /** @type {string} */ title) =>
    (/** @type {import('./fields.mjs').FieldEntry} */ field) =>
      search.push([
        'field',
        field.name,
        `${path}#${field.path}`,
        `${title}: ${firstLine(field.description)}`,
      ]);

  const pictures = await figures(mock);
  const written = writtenPages(pictures);
  const files = downloads({ document, yaml, operations, idsOf });
  for (const { page, short, operation, path, method } of operations) {
    search.push([
      operation.deprecated ? 'deprecated' : 'operation',
      operation.summary,
      page,
      `${method.toUpperCase()} ${path} ${operation.operationId} ${short}`,
    ]);
  }
  for (const { path, title, description, headings } of [...written.guides, ...written.about]) {
    search.push(['guide', title, path, description ?? '']);
    for (const { id, text, depth } of headings) {
      if (depth === 2) search.push(['guide', text, `${path}#${id}`, title]);
    }
  }

  /** @type {import('./layout.mjs').Page[]} */
  const pages = [
    landingPage(
      { operations: operations.length, checks: checks.length, requirements: requirements.length },
      /** @type {import('./html.mjs').Html} */ (pictures.glance),
    ),
    ...Object.values(written).flat(),
    referenceIndex(document, operations),
    envelopePage(document),
    errorsPage(document, operations, contract),
    schemasPage(document, operations),
    ...operations.map((operation) =>
      operationPage(
        document,
        operation,
        {
          ids: idsOf(operation.operation.operationId),
          scenarios,
          now: defaultNow,
          clientMethod: clientMethods.get(`${operation.method} ${operation.path}`) ?? '',
        },
        seenOn(operation.page, operation.operation.summary),
      ),
    ),
    eventsPage(document, seenOn('reference/events.html', 'Events')),
    checksPage(checks, defects, requirements),
    requirementsPage(requirements),
    changelogPage(document),
    files.page,
  ];
  for (const { id, requirement } of checks) search.push(['check', id, `checks.html#${id}`, requirement]);
  for (const [code, status] of Object.entries(contract.statusOfCode)) {
    search.push(['error', code, `reference/errors.html#${code}`, `Error code of status ${status}`]);
  }
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    search.push(['event', name, `reference/events.html#${name}`, post.summary]);
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    search.push([
      'schema',
      name,
      `reference/schemas.html#${name}`,
      firstLine(/** @type {any} */ (schema).description ?? ''),
    ]);
  }

  const nav = navigation(document, operations, written);
  const version = document.info.version;
  return {
    ...Object.fromEntries(pages.map((page) => [page.path, String(layout(page, { nav, version }))])),
    ...files.files,
    ...(await browserScripts()),
    'assets/search-index.js': searchScript(search),
    'assets/style.css': read('docs/site/style.css'),
    'assets/icon.svg': read('docs/site/icon.svg'),
  };
}

/**
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @param {ReturnType<typeof writtenPages>} written
 * @returns {import('./layout.mjs').NavGroup[]}
 */
function navigation(document, operations, { guides, about, decisions }) {
  const linksTo = (/** @type {import('./written-pages.mjs').WrittenPage[]} */ pages) =>
    pages.map(({ path, short }) => ({ path, title: short }));
  return [
    { title: 'Guides', open: true, links: linksTo(guides) },
    {
      title: 'Reference',
      open: true,
      links: [
        { path: 'reference/index.html', title: 'All operations' },
        { path: 'reference/schemas.html', title: 'Schemas' },
        { path: 'reference/errors.html', title: 'Error codes' },
        { path: 'reference/events.html', title: 'Events' },
        { path: 'reference/envelope.html', title: 'The envelope' },
        { path: 'downloads.html', title: 'Downloads' },
      ],
    },
    ...document.tags.map((/** @type {any} */ { name }) => ({
      title: titleOf(name),
      links: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ page, short, operation }) => ({
          path: page,
          title: short,
          deprecated: operation.deprecated,
        })),
    })),
    {
      title: 'About the contract',
      open: true,
      links: [
        { path: 'checks.html', title: 'All checks' },
        { path: 'requirements.html', title: 'Requirements' },
        ...linksTo(about),
        { path: 'changelog.html', title: 'Changelog' },
      ],
    },
    { title: 'Decisions', links: linksTo(decisions) },
  ];
}

/**
 * What the mock knows by name, as values of an operation's path parameters.
 *
 * @param {any} fixtures
 * @param {string} operationId
 * @returns {Record<string, string>}
 */
function pathIds({ audit_id, commitments, recommendation_id, tag_key }, operationId) {
  return {
    audit_id: String(audit_id),
    commitment_id: operationId === 'getRenewal' ? commitments.raised : commitments.reservation,
    endpoint_id: 'whe-0001',
    id: recommendation_id,
    key_id: tag_key.id,
    provider_id: 'provider_b',
    recommendation_id,
  };
}

/**
 * What the client calls each operation, by method and path.
 *
 * @param {Record<string, Record<string, { method: string, path: string }>>} groups
 */
function methodNames(groups) {
  return new Map(
    Object.entries(groups).flatMap(([group, operations]) =>
      Object.entries(operations).map(([name, { method, path }]) => [`${method} ${path}`, `${group}.${name}`]),
    ),
  );
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n')[0]?.replaceAll('`', '').slice(0, 140) ?? '';
}
