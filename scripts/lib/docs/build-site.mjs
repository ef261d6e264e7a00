// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../paths.mjs';
import { browserScripts } from './browser-scripts.mjs';
import { loadBuilt } from './built.mjs';
import { checksByOperation } from './checks-by-operation.mjs';
import { checksPage } from './checks-page.mjs';
import { defectsPage } from './defects-page.mjs';
import { downloads } from './downloads.mjs';
import { envelopePage } from './envelope-page.mjs';
import { errorsPage } from './errors-page.mjs';
import { eventsPage } from './events-page.mjs';
import { figures } from './figures/index.mjs';
import { pagedOperations } from './figures/paged-operations.mjs';
import { knownIds } from './known-ids.mjs';
import { landingPage } from './landing.mjs';
import { layout } from './layout.mjs';
import { navigation } from './navigation.mjs';
import { operationPage } from './operation-page.mjs';
import { operationPages } from './operations.mjs';
import { changelogPage } from './records.mjs';
import { referenceIndex } from './reference-index.mjs';
import { requirementsPage } from './requirements-page.mjs';
import { schemasPage } from './schemas-page.mjs';
import { searchEntries, searchScript } from './search-index.mjs';
import { addressFrom, addressOfPlace, termsOf } from './terms.mjs';
import { writtenPages } from './written-pages.mjs';

/**
 * The whole site.
 *
 * @returns {Promise<Record<string, string | Uint8Array>>} path to content
 */
export async function buildSite() {
  const { document, yaml, createMock, checks, defects, defectsByArea, scenarios, defaultNow, ...contract } =
    await loadBuilt();
  const checksOf = checksByOperation(checks, contract.operationTable);
  const requirements = parse(read('conformance/requirements.yaml'));
  // A clock that stands, so that the same sources make the same bytes.
  const mock = await createMock({ frozen: true });
  const operations = operationPages(document);
  const fixtures = await (await mock.fetch('/.well-known/cost-contract.json')).json();
  const idsOf = (/** @type {string} */ operationId) => ({
    ...knownIds(fixtures, operationId),
    endpoint_id: 'whe-0001',
    provider_id: 'provider_b',
  });

  /** @type {import('./search-index.mjs').SeenField[]} */
  const fields = [];
  const seenOn =
    (/** @type {string} */ page, /** @type {string} */ title) =>
    (/** @type {import('./fields.mjs').FieldEntry} */ { name, path, description }) =>
      fields.push({ name, address: `${page}#${path}`, title, description });

  const pictures = await figures(mock);
  const terms = termsOf(document, operations, checks, Object.keys(contract.statusOfCode));
  const written = writtenPages(
    { ...pictures, 'paged-operations': pagedOperations(document, operations) },
    terms,
  );
  const files = downloads({ document, yaml, operations, idsOf });
  const reference = [
    ...operations.map((operation) =>
      operationPage(
        document,
        operation,
        {
          ids: idsOf(operation.operation.operationId),
          scenarios,
          now: defaultNow,
          checks: checksOf.get(operation.operation.operationId) ?? [],
          term: (code) => addressFrom(operation.page, terms.get(code)),
          clientMethod: operation.operation.operationId,
        },
        seenOn(operation.page, operation.operation.summary),
      ),
    ),
    eventsPage(document, seenOn('reference/events.html', 'Events')),
  ];
  const shown = new Set(fields.map(({ address }) => address));

  /** @type {import('./layout.mjs').Page[]} */
  const pages = [
    landingPage(
      { operations: operations.length, checks: checks.length, requirements: requirements.length },
      /** @type {import('./html.mjs').Html} */ (pictures.glance),
    ),
    ...Object.values(written).flat(),
    referenceIndex(document, operations),
    ...reference,
    envelopePage(document),
    errorsPage(document, operations, contract),
    schemasPage(document, operations),
    checksPage(checks, defects, requirements),
    defectsPage(defectsByArea, checks),
    requirementsPage(requirements, (place) => addressOfPlace(place, terms, shown)),
    changelogPage(document),
    files.page,
  ];
  const search = searchEntries({
    document,
    operations,
    texts: [...written.guides, ...written.about],
    fields,
    checks,
    statusOfCode: contract.statusOfCode,
  });
  const nav = navigation(document, operations, written);
  const version = document.info.version;
  return {
    ...Object.fromEntries(pages.map((page) => [page.path, String(layout(page, { nav, version }))])),
    ...Object.assign({}, ...Object.values(written).flatMap((list) => list.map((page) => page.pictures))),
    ...files.files,
    ...(await browserScripts()),
    'assets/search-index.js': searchScript(search),
    // The site begins with the styles of the reports.
    'assets/style.css': read('conformance/report/page/base.css') + read('docs/site/style.css'),
    'assets/icon.svg': read('docs/site/icon.svg'),
  };
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
