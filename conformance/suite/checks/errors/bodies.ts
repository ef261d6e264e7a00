import type { OperationId } from '../../../../src/generated/operations.js';
import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../../engine/http/exchange.js';
import { parseBody } from '../../../engine/http/parse-body.js';
import { eachCase } from '../../../engine/judge/outcome.js';
import { remember } from '../../../engine/run/baselines.js';
import type { Probe } from '../../../engine/run/probe.js';
import { derived, proposal, stated } from '../../claims.js';
import { expectFailure, expectRefused } from '../../expect/response.js';
import { sent } from '../shared/exchange-data.js';
import { isValidated } from '../shared/success-of.js';

/** By operation: changes that give a field of the body the wrong type. */
const wrongBodies: Readonly<
  Partial<Record<OperationId, readonly { what: string; change: Record<string, unknown> }[]>>
> = {
  createWebhookEndpoint: [
    { what: 'a url that is a number', change: { url: 42 } },
    { what: 'event_types that is a string', change: { event_types: 'optimization.completed' } },
    { what: 'event_types that contains a number', change: { event_types: [7] } },
  ],
  updateVirtualTagKey: [
    { what: 'a name that is a number', change: { name: 5 } },
    { what: 'an expected_version that is a string', change: { expected_version: 'seven' } },
    { what: 'an expected_version with a fraction', change: { expected_version: 1.5 } },
  ],
};

export const bodied: readonly OperationId[] = ['createWebhookEndpoint', 'updateVirtualTagKey'];

/** Returns a correct write without an idempotency key, with its body changed. */
export async function withBody(probe: Probe, change: (body: any) => string): Promise<RequestPlan> {
  await probe.correct();
  const { next } = await probe.keyedWrites(probe.operation.operationId);
  const plan = next();
  return { ...plan, body: change(JSON.parse(plan.body ?? '{}')) };
}

const rejected = new WeakMap<object, Map<string, Promise<CompleteExchange>>>();

/**
 * Sends a write with an invalid body. Checks that judge the same rejection share one exchange.
 *
 * @param what describes the invalid body
 */
async function sendInvalid(probe: Probe, what: string, change: (body: any) => string) {
  const ofTarget = getOrInsert(rejected, probe.target, () => new Map());
  return remember(ofTarget, `${probe.operation.operationId} ${what}`, async () =>
    probe.send(await withBody(probe, change)),
  );
}

const eachWrongBody = (probe: Probe, judge: (exchange: CompleteExchange, what: string) => void) =>
  eachCase(wrongBodies[probe.operation.operationId] ?? [], async ({ what, change }) =>
    judge(
      await sendInvalid(probe, what, (body) => JSON.stringify({ ...body, ...change })),
      `A body with ${what}`,
    ),
  );

const sendMalformed = (probe: Probe) => sendInvalid(probe, 'malformed', () => '{"url": ');

/** Returns the first required field of a webhook endpoint that the request lacks. */
function missingField(exchange: CompleteExchange): string | undefined {
  const body = sent(exchange);
  return body && ['url', 'event_types'].find((name) => body[name] === undefined);
}

/** Checks of request bodies that a write rejects. */
export const bodyChecks: readonly Check[] = [
  {
    id: 'errors.malformed-json-is-refused',
    ...derived,
    requirement: 'A body that is not JSON returns 400 BAD_REQUEST or 422 VALIDATION_ERROR.',
    source: 'Errors, table of codes; Writes: bodies are application/json',
    operations: bodied,
    async run(probe) {
      expectRefused(await sendMalformed(probe), 'A body that is not JSON');
    },
    onTraffic: {
      when: (exchange) =>
        isValidated(exchange) &&
        exchange.request.body !== null &&
        parseBody(exchange.request.body) === undefined,
      run: (exchange) => expectRefused(exchange, 'A body that is not JSON'),
    },
  },
  {
    id: 'errors.malformed-json-is-400',
    ...proposal,
    requirement: 'A body that cannot be parsed returns 400 BAD_REQUEST, not 422.',
    operations: bodied,
    requests: 0,
    async run(probe) {
      expectFailure(await sendMalformed(probe), [400], 'A body that is not JSON');
    },
  },
  {
    id: 'errors.non-object-body-is-refused',
    ...derived,
    requirement: 'A body that is JSON but not an object returns 400 or 422 with the matching error code.',
    source: 'Writes: request bodies',
    operations: bodied,
    requests: 2,
    run: (probe) =>
      eachCase(['[]', '"text"'], async (body) => {
        const plan = await withBody(probe, () => body);
        expectRefused(await probe.send(plan), `A request with the body ${body}`);
      }),
  },
  {
    id: 'errors.missing-body-field-is-refused',
    ...stated,
    requirement:
      'A webhook endpoint without `url` or `event_types` returns 422 (or 400) with the matching error code.',
    source: 'Writes: url and event_types are required',
    operations: ['createWebhookEndpoint'],
    requests: 3,
    run: (probe) =>
      eachCase(['url', 'event_types'], async (name) => {
        const plan = await withBody(probe, (body) => JSON.stringify({ ...body, [name]: undefined }));
        expectRefused(await probe.send(plan), `A webhook endpoint without \`${name}\``);
      }),
    onTraffic: {
      when: (exchange) => isValidated(exchange) && missingField(exchange) !== undefined,
      run: (exchange) => expectRefused(exchange, `A webhook endpoint without \`${missingField(exchange)}\``),
    },
  },
  {
    id: 'errors.wrong-body-type-is-refused',
    ...derived,
    requirement: 'A body with a field of the wrong type returns 422 (or 400) with the matching error code.',
    source: 'Writes: types of the request bodies',
    operations: bodied,
    requests: 3,
    run: (probe) => eachWrongBody(probe, expectRefused),
  },
  {
    id: 'errors.wrong-body-is-422',
    ...proposal,
    requirement: 'A body that is valid JSON but not a valid request returns 422 VALIDATION_ERROR.',
    operations: bodied,
    requests: 0,
    run: (probe) => eachWrongBody(probe, (exchange, what) => expectFailure(exchange, [422], what)),
  },
  {
    id: 'errors.version-not-yet-reached-is-refused',
    ...derived,
    requirement: 'An update with an `expected_version` above the current version returns 409 (or 422).',
    source: 'Writes: expected_version; Errors, 409 CONFLICT',
    operations: ['updateVirtualTagKey'],
    async run(probe) {
      const plan = await withBody(probe, (body) =>
        JSON.stringify({ ...body, expected_version: body.expected_version + 1000 }),
      );
      const what = 'An update with an `expected_version` above the current version';
      expectFailure(await probe.send(plan), [409, 422], what);
    },
  },
];
