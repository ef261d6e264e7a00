import type { Api } from '../../../conformance/engine/api.js';
import type { ActiveCheck, PassiveCheck } from '../../../conformance/engine/check.js';
import type { RequestPlan } from '../../../conformance/engine/http/exchange.js';
import { type RequestParts, requestTo } from '../../../conformance/engine/http/requests.js';
import { fail } from '../../../conformance/engine/judge/outcome.js';
import type { Operation } from '../../../conformance/engine/operation.js';
import type { Handler } from '../serve.js';

const operation = (operationId: string, method: Operation['method'], path: string) =>
  ({
    operationId,
    method,
    path,
    tag: 'items',
    parameters: [],
    requestBody: null,
    responses: { 200: {} },
  }) as never;
const list: Operation = operation('listItems', 'GET', '/toy/items');
const create: Operation = operation('createItem', 'POST', '/toy/items');
const remove: Operation = operation('deleteItem', 'DELETE', '/toy/items/{id}');

const claim = { level: 'MUST', basis: 'stated', source: 'Toy' } as const;
const mismatch = (message: string, expected: string, actual: unknown) => ({
  message,
  expected,
  actual: String(actual),
});

const bodyIsAList: PassiveCheck = {
  ...{ ...claim, kind: 'passive', id: 'items.body-is-a-list', requirement: 'The items are a list.' },
  on: 'success',
  operations: [list.operationId],
  run: (exchange) => {
    const { json, body } = exchange.response;
    if (!Array.isArray(json)) fail({ ...mismatch('The body is not a list.', 'a list', body), exchange });
  },
};

const unknownIdIs404: ActiveCheck = {
  ...{ ...claim, kind: 'active', id: 'items.unknown-id-is-404', requirement: 'An unknown item returns 404.' },
  ...{ operations: [remove.operationId], writes: true, requests: 3 },
  run: async (probe) => {
    const exchange = await probe.send(requestTo(remove, { path: { id: 'none' } }));
    const { status } = exchange.response;
    if (status !== 404) fail({ ...mismatch('An unknown item is found.', 'status 404', status), exchange });
  },
};

const createdIsListed: ActiveCheck = {
  ...{ ...claim, kind: 'active', id: 'items.created-is-listed', requirement: 'A created item is listed.' },
  ...{ operations: 'api', writes: true, requests: 2 },
  run: async (probe) => {
    const { json } = (await probe.send(requestTo(create, { body: {} }))).response;
    const { response } = await probe.send(requestTo(list), { again: true });
    const { id } = json.data;
    if (!response.json?.includes?.(id)) fail(mismatch('The created item is missing.', id, 'none'));
  },
};

/** An API of three operations and three checks. */
export const toyApi: Api = {
  ...{ version: '1.0.0', suiteVersion: '1.0.0', basePath: '/toy' },
  ...{ rateLimit: 600, statedLimit: () => undefined },
  ...{
    operations: [list, create, remove],
    checks: [bodyIsAList, unknownIdIs404, createdIsListed],
    requirements: [],
  },
  ...{
    isProposed: () => false,
    missingContent: () => undefined,
    departureOf: () => null,
    failureOf: (_: number, message: string) => ({ message }),
  },
  cheapRead: (as) => requestTo(list, { as }),
  creations: {
    creation: create.operationId,
    removal: remove.operationId,
    remove: (id, as) => requestTo(remove, { path: { id }, as }),
  },
  fixtures: { path: '/toy.json', read: () => ({}), withOwnUrls: (all) => all, template: () => null },
  expectApi: async () => undefined,
  discover: async () => ({ fixtures: {} }) as never,
  requests: {
    reads: () => [requestTo(list)],
    furtherReads: (): RequestPlan[] => [],
    expectResources: () => undefined,
    placeholder: (one) => requestTo(one, { path: { id: 'none' } }),
    mayBeUnknown: ({ path }) => path.includes('{'),
    isListed: () => true,
    absenceOf: () => undefined,
  },
  writes: {
    scenarioOf: () => create.operationId,
    run: async (_, target, __, onFirst) => {
      const sent = async (plan: RequestPlan) => ({ plan, exchange: await target.send(plan) });
      const fresh = await sent(requestTo(create, { body: {} }));
      const id = fresh.exchange.response?.json.data.id ?? 'none';
      onFirst({ fresh, deletion: await sent(requestTo(remove, { path: { id } })) });
      return fresh as never;
    },
  },
  deliverEvents: async () => ({}) as never,
  openReference: async () => Promise.reject(new Error('The toy has none.')),
  ...{ notesOnReference: async () => [], notesOnComparison: () => [] },
};

/** Returns an operation of the toy API by its id. */
export function toyOperation(id: string): Operation {
  const found = toyApi.operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`The toy API has no operation ${id}.`);
  return found;
}

/** Builds a request to an operation of the toy API. */
export const toyRequest = (id: string, parts?: RequestParts): RequestPlan =>
  requestTo(toyOperation(id), parts);

/** A request that creates an item. */
export const toyCreation = (): RequestPlan => requestTo(create, { body: {} });

/** A server of the toy API. */
export function toyServer(): Handler & { readonly items: ReadonlySet<string> } {
  const items = new Set<string>();
  let created = 0;
  const reply = (status: number, body: unknown) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const handle: Handler = ({ method, path, headers }) => {
    if (!path.startsWith('/toy/items')) return reply(404, {});
    if (headers.authorization !== 'Bearer toy_test_key') return reply(401, {});
    if (method === 'GET') return reply(200, [...items]);
    if (method === 'DELETE')
      return reply(items.delete(path.split('/').at(-1) ?? '') ? 200 : 404, { data: {} });
    created += 1;
    items.add(`item-${created}`);
    return reply(201, { data: { id: `item-${created}` } });
  };
  return Object.assign(handle, { items });
}
