import type { OperationId } from '../../src/generated/operations.js';
import { operations } from '../../src/generated/operations.js';
import type { Check, ProbeCheck } from '../check.js';
import { isProposedOperation } from '../contract.js';
import { someCommitments } from '../discovery.js';
import { codeFor, describe, expectFailure, expectRefused } from '../expect/answer.js';
import { show } from '../expect/show.js';
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isSuccess,
  type RequestPlan,
} from '../http/exchange.js';
import { parseBody } from '../http/parse-body.js';
import { CannotRun, eachCase, fail, NotApplicable } from '../outcome.js';
import type { Probe } from '../probe.js';
import { requestTo } from '../requests.js';

/** A claim that the correct request with an id that names nothing is 404. */
function unknownId(
  id: string,
  what: string,
  ids: readonly OperationId[],
  parts: { path: Record<string, string>; body?: unknown },
  basis: 'derived' | 'proposed' = 'derived',
): ProbeCheck {
  return {
    kind: 'probe',
    id,
    level: 'MUST',
    basis,
    requirement: `A request for ${what} that does not exist is 404 NOT_FOUND.`,
    source: 'Errors, table of codes',
    operations: ids,
    async run(probe) {
      const { plan } = await probe.correct();
      const wrong = {
        ...requestTo(probe.operation.operationId, { path: parts.path }),
        query: plan.query,
        body: plan.body,
      };
      const exchange = await probe.answer(wrong);
      // A failed price lookup is told in the answer itself, so an unknown commitment may be one.
      if (probe.operation.operationId === 'getRenewalQuote' && exchange.response.json?.data?.error_message)
        return;
      expectFailure(exchange, [404], `A request for ${what} that does not exist`);
    },
  };
}

/** Writes, each with the bodies that the document's types forbid. */
const wrongBodies: Readonly<
  Partial<Record<OperationId, readonly { what: string; change: Record<string, unknown> }[]>>
> = {
  createWebhookEndpoint: [
    { what: 'a url that is a number', change: { url: 42 } },
    { what: 'event_types that is a string', change: { event_types: 'optimization.completed' } },
    { what: 'event_types that holds a number', change: { event_types: [7] } },
  ],
  updateVirtualTagKey: [
    { what: 'a name that is a number', change: { name: 5 } },
    { what: 'an expected_version that is a word', change: { expected_version: 'seven' } },
    { what: 'an expected_version with a fraction', change: { expected_version: 1.5 } },
  ],
};

const bodied: readonly OperationId[] = ['createWebhookEndpoint', 'updateVirtualTagKey'];

/** A correct write without idempotency key, and with another body. */
async function withBody(probe: Probe, change: (body: any) => string): Promise<RequestPlan> {
  await probe.correct();
  const { next } = await probe.keyedWrites(probe.operation.operationId);
  const plan = next();
  return { ...plan, body: change(JSON.parse(plan.body ?? '{}')) };
}

/**
 * Any 4xx will do: that the failure is the envelope is judged with every other.
 *
 * @throws {Finding} also when no answer comes, which is the worst of them
 */
function expectClientError(exchange: Exchange, what: string): void {
  const status = exchange.response?.status ?? 0;
  if (status >= 400 && status < 500) return;
  fail({
    message: `${what} is not refused as the caller's mistake.`,
    expected: 'a 4xx status',
    actual: isAnswered(exchange) ? describe(exchange) : `no answer: ${exchange.failure}`,
    exchange,
  });
}

/** @throws {Finding} when the story's update with a version already used up is not refused like this */
async function expectStaleVersionRefused(probe: Probe, allowed: readonly number[]): Promise<void> {
  const { otherKey } = await probe.keyedWrites('updateVirtualTagKey');
  if (!otherKey?.exchange.response) throw new CannotRun('the update with a used-up version got no answer');
  expectFailure(
    otherKey.exchange as AnsweredExchange,
    allowed,
    'An update that expects a version already replaced',
  );
}

/** Refused as the caller's mistake, or at least with one of the statuses that say so. */
const isRefused = ({ response }: AnsweredExchange) => response.status === 400 || response.status === 422;

/** The first member that a webhook endpoint has to have and the request does not. */
function lacking({ request }: AnsweredExchange): string | undefined {
  const body: any = parseBody(request.body ?? '');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return ['url', 'event_types'].find((name) => body[name] === undefined);
}

const traces = [
  /\bat .+\(?[\w./\\-]+:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/,
  /goroutine \d+ \[/,
  /File ".+", line \d+/,
  /\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE\b.+\bSET\b/,
];

/** A failure's words as they are read, and not as JSON writes their line ends. */
function wordsOf({ response: { json, body } }: AnsweredExchange): string {
  const words: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part === 'string') words.push(part);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(json ?? body);
  return words.join('\n');
}

export const errorChecks: readonly Check[] = [
  {
    kind: 'exchange',
    id: 'errors.code-fits-status',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each of the eight failure statuses comes with its own error code.',
    source: 'Errors, table of codes',
    on: 'failure',
    when: ({ response }) =>
      codeFor(response.status) !== undefined && typeof response.json?.error?.code === 'string',
    run(exchange) {
      const { status, json } = exchange.response;
      const expected = codeFor(status);
      if (json.error.code === expected) return;
      fail({
        message: `Status ${status} comes with another code than ${expected}.`,
        expected: `error.code ${show(expected)}`,
        actual: `error.code ${show(json.error.code)}`,
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'errors.requests-never-break-the-server',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No request, right or wrong, is answered with a 5xx status.',
    source: 'Errors, table of codes: 4xx is the caller’s mistake, 500 the server’s',
    on: 'answer',
    run(exchange) {
      if (exchange.response.status < 500) return;
      fail({
        message: 'The server fails.',
        expected: 'a status below 500',
        actual: describe(exchange),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'errors.status-is-documented',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'An operation answers with a status that the document lists for it.',
    source: 'Proposed by this contract',
    on: 'answer',
    // Whoever stands between caller and service may answer these at any time.
    when: ({ response, beyond, operationId }) =>
      operationId !== null &&
      !beyond &&
      ![408, 414, 431, 502, 503, 504].includes(response.status) &&
      // A path that is only proposed need not exist.
      !(response.status === 404 && isProposedOperation(operationId)),
    run(exchange) {
      const operation = operations.find(({ operationId }) => operationId === exchange.operationId);
      const documented = Object.keys(operation?.responses ?? {});
      if (documented.includes(String(exchange.response.status))) return;
      fail({
        message: `Status ${exchange.response.status} is not documented for this operation.`,
        expected: `one of ${documented.join(', ')}`,
        actual: describe(exchange),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'errors.no-stack-trace',
    level: 'MUST',
    basis: 'proposed',
    requirement: 'A failure does not show the inside of the server.',
    source: 'Sound practice',
    on: 'failure',
    run(exchange) {
      const words = wordsOf(exchange);
      const trace = traces.map((pattern) => pattern.exec(words)?.[0]).find(Boolean);
      if (trace === undefined) return;
      fail({
        message: 'The answer shows a stack trace, or a statement to a database.',
        expected: 'a message for the caller',
        actual: show(trace),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'errors.retry-after-is-seconds',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Where a 429 says when to come back, it says so in whole seconds.',
    source: 'Errors, rule 1',
    on: 'failure',
    when: ({ response }) => response.status === 429 && response.headers['retry-after'] !== undefined,
    run(exchange) {
      const value = exchange.response.headers['retry-after'];
      if (value !== undefined && /^\d+$/.test(value)) return;
      fail({
        message: 'Retry-After is not a number of seconds.',
        expected: 'Retry-After: 12, for example',
        actual: `Retry-After: ${value}`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'errors.unknown-route-is-404',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A path that the API does not have is 404 NOT_FOUND.',
    source: 'Errors, table of codes',
    operations: 'api',
    async run(probe) {
      const exchange = await probe.answer({
        ...requestTo('listProviders'),
        operationId: null,
        path: '/api/v1/no-such-route',
      });
      expectFailure(exchange, [404], 'A path that the API does not have');
    },
  },
  unknownId(
    'errors.unknown-commitment-is-404',
    'a commitment',
    ['getCommitment', 'getRenewalPlan', 'getRenewalOptions', 'getRenewalQuote'],
    { path: { commitment_id: 'no-such-commitment' } },
  ),
  unknownId(
    'errors.unknown-recommendation-is-404',
    'a recommendation',
    ['getRecommendation', 'listRecommendationTargets'],
    { path: { id: 'no-such-recommendation', recommendation_id: 'no-such-recommendation' } },
    'proposed',
  ),
  unknownId('errors.unknown-audit-is-404', 'an audit', ['getRealizedSavingsAudit'], {
    path: { audit_id: '987654321' },
  }),
  unknownId('errors.unknown-tag-key-is-404', 'a virtual tag key', ['updateVirtualTagKey'], {
    path: { key_id: 'no-such-key' },
  }),
  unknownId('errors.unknown-endpoint-is-404', 'a webhook endpoint', ['deleteWebhookEndpoint'], {
    path: { endpoint_id: 'no-such-endpoint' },
  }),
  unknownId(
    'errors.unknown-provider-is-404',
    'a provider',
    [
      'getCostSummary',
      'getCostBreakdown',
      'getCostTimeline',
      'getCostFilterOptions',
      'listInvoiceMonths',
      'listRecommendations',
      'getRecommendationOverview',
    ],
    { path: { provider_id: 'no_such_provider' } },
    'proposed',
  ),
  {
    kind: 'probe',
    id: 'errors.unraised-renewal-is-404',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The renewal of a commitment for which no purchase has been raised is 404 NOT_FOUND.',
    source: 'Errors, rule 5',
    operations: ['getRenewal'],
    cost: 4,
    async run(probe) {
      const named = probe.found.fixtures.commitments?.unraised;
      const unknown = await probe.answer(
        requestTo('getRenewal', { path: { commitment_id: 'no-such-commitment' } }),
      );
      expectFailure(unknown, [404], 'The renewal of a commitment that does not exist');
      const ids = named === undefined ? someCommitments(probe.found).slice(0, 3) : [named];
      await eachCase(ids, async (commitment_id) => {
        const exchange = await probe.answer(requestTo('getRenewal', { path: { commitment_id } }));
        // Without a fixture nobody says which commitment has none, but what is there must be told.
        const raised =
          exchange.response.status === 200 && Object.keys(exchange.response.json?.data ?? {}).length > 0;
        if (named === undefined && raised) return;
        expectFailure(exchange, [404], 'The renewal of a commitment for which none has been raised');
      });
    },
  },
  {
    kind: 'probe',
    id: 'errors.malformed-json-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A body that is not JSON is refused: 400 BAD_REQUEST or 422 VALIDATION_ERROR.',
    source: 'Errors, table of codes; Writes: bodies are application/json',
    operations: bodied,
    async run(probe) {
      const plan = await withBody(probe, () => '{"url": ');
      expectRefused(await probe.answer(plan), 'A body that is not JSON');
    },
    watch: {
      when: (exchange) =>
        (isSuccess(exchange) || isRefused(exchange)) &&
        exchange.request.body !== null &&
        parseBody(exchange.request.body) === undefined,
      run: (exchange) => expectRefused(exchange, 'A body that is not JSON'),
    },
  },
  {
    kind: 'probe',
    id: 'errors.malformed-json-is-400',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A body that cannot be parsed is 400 BAD_REQUEST, unlike one that is parsed but not valid.',
    source: 'Proposed by this contract',
    operations: bodied,
    async run(probe) {
      const plan = await withBody(probe, () => '{"url": ');
      expectFailure(await probe.answer(plan), [400], 'A body that is not JSON');
    },
  },
  {
    kind: 'probe',
    id: 'errors.body-that-is-no-object-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A body that is JSON but no object is refused: 400 or 422, with its code.',
    source: 'Writes: request bodies',
    operations: bodied,
    cost: 2,
    async run(probe) {
      await eachCase(['[]', '"text"'], async (body) => {
        const plan = await withBody(probe, () => body);
        expectRefused(await probe.answer(plan), `The body ${body}`);
      });
    },
  },
  {
    kind: 'probe',
    id: 'errors.missing-body-field-is-refused',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'A webhook endpoint without its url or its event_types is refused: 422 (or 400), with its code.',
    source: 'Writes: url and event_types are required',
    operations: ['createWebhookEndpoint'],
    cost: 3,
    async run(probe) {
      await eachCase(['url', 'event_types'], async (name) => {
        const plan = await withBody(probe, (body) => JSON.stringify({ ...body, [name]: undefined }));
        expectRefused(await probe.answer(plan), `A webhook endpoint without ${name}`);
      });
    },
    watch: {
      when: (exchange) => (isSuccess(exchange) || isRefused(exchange)) && lacking(exchange) !== undefined,
      run: (exchange) => expectRefused(exchange, `A webhook endpoint without ${lacking(exchange)}`),
    },
  },
  {
    kind: 'probe',
    id: 'errors.wrong-body-type-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A body with a field of the wrong type is refused: 422 (or 400), with its code.',
    source: 'Writes: types of the request bodies',
    operations: bodied,
    cost: 3,
    async run(probe) {
      await eachCase(wrongBodies[probe.operation.operationId] ?? [], async ({ what, change }) => {
        const plan = await withBody(probe, (body) => JSON.stringify({ ...body, ...change }));
        expectRefused(await probe.answer(plan), `A body with ${what}`);
      });
    },
  },
  {
    kind: 'probe',
    id: 'errors.wrong-body-is-422',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A body that is parsed but not valid is 422 VALIDATION_ERROR.',
    source: 'Proposed by this contract',
    operations: bodied,
    cost: 3,
    async run(probe) {
      await eachCase(wrongBodies[probe.operation.operationId] ?? [], async ({ what, change }) => {
        const plan = await withBody(probe, (body) => JSON.stringify({ ...body, ...change }));
        expectFailure(await probe.answer(plan), [422], `A body with ${what}`);
      });
    },
  },
  {
    kind: 'probe',
    id: 'errors.stale-version-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'An update that expects a version which is no longer the current one is refused.',
    source: 'Writes: expected_version; Errors, 409 CONFLICT',
    operations: ['updateVirtualTagKey'],
    cost: 0,
    run: (probe) => expectStaleVersionRefused(probe, [409, 422]),
  },
  {
    kind: 'probe',
    id: 'errors.stale-version-is-409',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'An update that expects a version which is no longer the current one is 409 CONFLICT.',
    source: 'Proposed by this contract',
    operations: ['updateVirtualTagKey'],
    cost: 0,
    run: (probe) => expectStaleVersionRefused(probe, [409]),
  },
  {
    kind: 'probe',
    id: 'errors.deleted-endpoint-is-gone',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Removing a webhook endpoint a second time is 404 NOT_FOUND.',
    source: 'Writes: DELETE /api/v1/webhooks/endpoints/{endpoint_id}',
    operations: ['deleteWebhookEndpoint'],
    cost: 0,
    async run(probe) {
      const { proof } = await probe.keyedWrites('createWebhookEndpoint');
      if (!proof?.exchange.response) throw new CannotRun('no endpoint could be removed');
      expectFailure(
        proof.exchange as AnsweredExchange,
        [404],
        'Removing an endpoint that was removed already',
      );
    },
  },
  {
    kind: 'probe',
    id: 'errors.wrong-method-is-4xx',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A method that a path does not have is refused with a 4xx status and the envelope.',
    source: 'RFC 9110, section 15.5.6',
    operations: 'api',
    writes: true,
    disruptive: true,
    async run(probe) {
      const plan = { ...requestTo('listProviders'), operationId: null, method: 'DELETE', beyond: true };
      expectClientError(await probe.target.send(plan), 'A method that the path does not have');
    },
  },
  {
    kind: 'probe',
    id: 'errors.bad-percent-encoding-is-4xx',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A path that is not valid percent-encoding is refused with a 4xx status and the envelope.',
    source: 'RFC 3986, section 2.1',
    operations: 'api',
    disruptive: true,
    async run(probe) {
      const plan = {
        ...requestTo('listProviders'),
        operationId: null,
        path: '/api/v1/commitments/renewal/%zz',
        beyond: true,
      };
      expectClientError(await probe.target.send(plan), 'A path that is not valid percent-encoding');
    },
  },
  {
    kind: 'probe',
    id: 'errors.large-body-is-4xx',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A body of 2 MiB is refused with a 4xx status and the envelope.',
    source: 'RFC 9110, section 15.5.14',
    operations: ['createWebhookEndpoint'],
    disruptive: true,
    async run(probe) {
      const plan = await withBody(probe, (body) =>
        JSON.stringify({ ...body, description: 'x'.repeat(2 * 1024 * 1024) }),
      );
      const exchange = await probe.target.send({ ...plan, beyond: true });
      if (exchange.response === null) {
        throw new NotApplicable('the server closes the connection on a body of 2 MiB, which it may');
      }
      expectClientError(exchange, 'A body of 2 MiB');
    },
  },
  {
    kind: 'probe',
    id: 'errors.other-media-type-is-4xx',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A body that is sent as another type than application/json is refused with a 4xx status.',
    source: 'RFC 9110, section 15.5.16',
    operations: bodied,
    disruptive: true,
    async run(probe) {
      const plan = await withBody(probe, () => 'url=https%3A%2F%2Fhooks.example.com');
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expectClientError(await probe.target.send({ ...plan, headers: form, beyond: true }), 'A form as body');
    },
  },
  {
    kind: 'probe',
    id: 'errors.fractional-quantity-is-422',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Renewal options for a fraction of a reservation are 422: it is sold in whole units.',
    source: 'Errors, rule 4',
    operations: ['getRenewalOptions'],
    cost: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const whole = await probe.answer({ ...plan, query: [['quantity', '2']] });
      if (whole.response.status >= 300) {
        throw new CannotRun(`the same request with quantity=2 answered ${whole.response.status}`);
      }
      if (plan.path.includes('savingsplan')) throw new NotApplicable('the target holds no reservation');
      await eachCase(['1.5', '0.5'], async (quantity) => {
        const exchange = await probe.answer({ ...plan, query: [['quantity', quantity]] });
        expectFailure(exchange, [422], `Quantity ${quantity} of a reservation`);
      });
    },
  },
];
