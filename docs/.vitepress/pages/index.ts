import { checks } from '../../../conformance/suite/checks/index.js';
import { statusOfCode } from '../../../src/contract/errors.js';
import { document, operations } from './document.js';
import { ids } from './mock.js';
import { operationPage } from './operation.js';
import type { GeneratedPage } from './page.js';
import { errorsPage, eventsPage, referenceIndex, schemasPage } from './reference.js';
import { requirementsPage } from './requirements.js';
import { checksOf, checksPage, faultyServersPage } from './suite.js';
import { changelogPage, contributingPage, downloadsPage, securityPage } from './written.js';

/** The pages of operations, error codes, events and checks, by name. */
export const terms: ReadonlyMap<string, string> = new Map([
  ...operations.map(({ id, page }) => [id, `/${page}`] as const),
  ...Object.keys(statusOfCode).map((code) => [code, `/reference/errors#${code}`] as const),
  ...Object.keys(document.webhooks).map((name) => [name, `/reference/events#${name}`] as const),
  ...checks.map(({ id }) => [id, `/checks#${id}`] as const),
]);

const reference = operations.map((operation) =>
  operationPage(operation, checksOf.get(operation.id) ?? [], ids(operation.id)),
);
const anchors = new Set(
  reference.flatMap(({ path, found }) => found.map(({ anchor }) => `/${path}#${anchor}`)),
);

/** All generated pages. */
export const pages: readonly GeneratedPage[] = [
  referenceIndex(),
  ...reference,
  eventsPage(),
  errorsPage(),
  schemasPage(),
  checksPage(),
  faultyServersPage(),
  requirementsPage(addressOf),
  changelogPage(),
  downloadsPage(),
  contributingPage(),
  securityPage(),
];

/** Returns the page of a part of the document that requirements.yaml names, such as `listCommitments query page`. */
function addressOf(place: string): string | undefined {
  const [subject = '', part = '', name = ''] = place.replaceAll('[]', '').split(' ');
  if (subject === 'Schema') return `/reference/schemas#${part.split('.')[0]}`;
  if (subject === 'webhook') return terms.get(part);
  const page = terms.get(subject);
  if (/^\d{3}$/.test(part)) return `${page}#${part < '300' ? 'response' : 'error'}-${part}`;
  const address = `${page}#${[part, name].filter(Boolean).join(part === 'body' ? '.' : '-')}`;
  return anchors.has(address) ? address : page;
}
