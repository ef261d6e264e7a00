import type { Check } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import type { CompleteExchange, RequestPlan } from '../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../engine/http/requests.js';
import { eachCase, type Violation } from '../../../engine/judge/outcome.js';
import type { Operation } from '../../../engine/operation.js';
import type { Probe } from '../../../engine/run/probe.js';
import { derived, proposal, recommended, stated } from '../../claims.js';
import { operationOf } from '../../contract.js';
import { expectFailure, expectRefused, expectSuccess } from '../../expect/response.js';
import { isValidated } from '../shared/success-of.js';
import {
  type Case,
  changeEach,
  type InvalidKind,
  invalidCases,
  invalidIn,
  queryOf,
  requestWith,
} from './cases.js';

const has = (kind: InvalidKind) => (operation: Operation) => invalidCases(operation, kind).length > 0;

async function refuseEach(probe: Probe, cases: readonly Case[]): Promise<void> {
  await changeEach(probe, await probe.correctOfAnyKey(), cases, (exchange, one) =>
    expectRefused(exchange, requestWith(one), refusalOf(exchange, one)),
  );
}

/** A list without rows is as good a response to a value that no row can have. */
const refusalOf = (exchange: CompleteExchange, one: Case): Pick<Violation, 'basis'> => ({
  basis: one.proposed || matchesNothing(exchange) ? 'proposed' : undefined,
});

function refuses(kind: InvalidKind, claim: Claim): Check {
  return {
    ...claim,
    operations: has(kind),
    requests: 2,
    anyKey: true,
    run: (probe) => refuseEach(probe, invalidCases(probe.operation, kind)),
    onTraffic: {
      when: (exchange) => isValidated(exchange) && invalidIn(exchange, kind).length > 0,
      run: (exchange) => {
        const one = invalidIn(exchange, kind)[0] as Case;
        expectRefused(exchange, requestWith(one), refusalOf(exchange, one));
      },
    },
  };
}

/** Whether a list is empty: a server may filter by a value that no row can have. */
function matchesNothing({ response: { json } }: CompleteExchange): boolean {
  const { data } = json ?? {};
  const rows = data?.items ?? data?.rows ?? data;
  return Array.isArray(rows) && rows.length === 0;
}

const missingIn = ({ operationId, request }: CompleteExchange): string | undefined =>
  operationId === null
    ? undefined
    : queryOf(operationOf(operationId)).find(
        ({ name, required }) => required && !request.query.some(([known]) => known === name),
      )?.name;

const typeKinds: readonly InvalidKind[] = ['set', 'date', 'integer', 'number'];

/** Returns well-formed dates that do not exist. */
function impossibleCases(operation: Operation): Case[] {
  return invalidCases(operation, 'date').map((one) => ({
    ...one,
    value: one.value === 'yesterday' ? '2026-02-30' : '2026-13',
  }));
}

export const refusedChecks: readonly Check[] = [
  {
    id: 'parameters.missing-required-is-refused',
    ...stated,
    requirement: 'A request without a required parameter returns 422 (or 400) with the matching error code.',
    source: 'Endpoints: instrument of the inventory is required',
    operations: (operation) => queryOf(operation).some(({ required }) => required),
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey();
      const required = queryOf(probe.operation).filter((one) => one.required);
      await eachCase(required, async ({ name }) => {
        const exchange = await probe.send(withoutQuery(plan, name));
        expectRefused(exchange, `A request without \`${name}\``);
      });
    },
    onTraffic: {
      when: (exchange) => isValidated(exchange) && missingIn(exchange) !== undefined,
      run: (exchange) => expectRefused(exchange, `A request without \`${missingIn(exchange)}\``),
    },
  },
  refuses('set', {
    id: 'parameters.value-outside-set-is-refused',
    ...derived,
    requirement:
      'A value outside the closed set of a parameter returns 422 (or 400) with the matching error code.',
    source: 'Endpoints, query parameters: listed values',
  }),
  refuses('date', {
    id: 'parameters.malformed-date-is-refused',
    ...derived,
    requirement: 'A date parameter that is not a date returns 422 (or 400) with the matching error code.',
    source: 'Endpoints, query parameters: YYYY-MM-DD and YYYY-MM',
  }),
  refuses('number', {
    id: 'parameters.non-number-is-refused',
    ...derived,
    requirement: 'A quantity that is not a number returns 422 (or 400) with the matching error code.',
    source: 'Renewal pricing, query parameters',
  }),
  refuses('integer', {
    id: 'parameters.non-integer-is-refused',
    ...recommended,
    requirement: 'A page, page size or other integer parameter that is not an integer returns 422 (or 400).',
    source: 'Pagination object: integers',
  }),
  refuses('bounds', {
    id: 'parameters.out-of-bounds-is-refused',
    ...proposal,
    requirement:
      'A number below the minimum of a parameter returns 422 (or 400) with the matching error code.',
  }),
  {
    id: 'parameters.wrong-value-is-422',
    ...proposal,
    requirement: 'An invalid parameter value returns 422 VALIDATION_ERROR, not 400.',
    operations: (operation) => typeKinds.some((kind) => has(kind)(operation)),
    requests: 0,
    async run(probe) {
      const cases = typeKinds.flatMap((kind) => invalidCases(probe.operation, kind));
      await changeEach(probe, await probe.correctOfAnyKey(), cases, (exchange, one, more) => {
        // Another check reports a value that is accepted.
        if (exchange.response.status >= 400) expectFailure(exchange, [422], requestWith(one), more);
      });
    },
  },
  {
    id: 'parameters.audit-id-is-an-integer',
    ...derived,
    requirement: 'An audit id that is not an integer returns 422, 400 or 404 with the matching error code.',
    source: 'Other reads: audit_id (integer)',
    operations: ['getRealizedSavingsAudit'],
    async run(probe) {
      const { plan } = await probe.correct();
      const list = plan.path.slice(0, plan.path.lastIndexOf('/'));
      const exchange = await probe.send({ ...plan, path: `${list}/twelve` });
      expectFailure(exchange, [400, 404, 422], 'An audit id that is not an integer');
    },
  },
  {
    id: 'parameters.reversed-range-is-refused',
    ...proposal,
    requirement: 'A date range that ends before it starts returns 422 (or 400).',
    operations: (operation) =>
      ['start', 'end'].every((name) => queryOf(operation).some((one) => one.name === name)),
    anyKey: true,
    requests: 2,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey();
      const range = (start: string, end: string): RequestPlan =>
        withQuery(withQuery(plan, 'start', start), 'end', end);
      const baseline = await probe.send(range('2026-05-01', '2026-05-31'));
      expectSuccess(baseline, 'A date range in order');
      const reversed = await probe.send(range('2026-05-31', '2026-05-01'));
      expectRefused(reversed, 'A date range that ends before it starts');
    },
  },
  {
    id: 'parameters.impossible-date-is-refused',
    ...recommended,
    requirement:
      'A date that does not exist, such as 30 February, returns 422 (or 400) with the matching error code.',
    source: 'Endpoints, query parameters: YYYY-MM-DD and YYYY-MM',
    operations: (operation) => impossibleCases(operation).length > 0,
    anyKey: true,
    requests: 2,
    async run(probe) {
      const cases = impossibleCases(probe.operation);
      await changeEach(probe, await probe.correctOfAnyKey(), cases, (exchange, one, more) =>
        expectRefused(exchange, requestWith(one), more),
      );
    },
  },
];
