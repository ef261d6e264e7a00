import type { Operation } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import type { Claim } from '../../claim.js';
import { operationOf } from '../../contract.js';
import { expectFailure, expectRefused, expectSuccess } from '../../expect/response.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../../http/exchange.js';
import { eachCase } from '../../outcome.js';
import { withoutQuery, withQuery } from '../../requests.js';
import {
  type Case,
  changeEach,
  type InvalidKind,
  invalidCases,
  invalidIn,
  judgeCase,
  queryOf,
  told,
} from './cases.js';

const has = (wrongness: InvalidKind) => (operation: Operation) =>
  invalidCases(operation, wrongness).length > 0;

function refuses(wrongness: InvalidKind, claim: Claim): Check {
  return {
    kind: 'probe',
    ...claim,
    operations: has(wrongness),
    cost: 2,
    run: (probe) =>
      changeEach(probe, invalidCases(probe.operation, wrongness), (exchange, one) =>
        expectRefused(exchange, told(one)),
      ),
    watch: {
      when: (exchange) => isJudgedByCaller(exchange) && invalidIn(exchange, wrongness).length > 0,
      run: (exchange) =>
        judgeCase(invalidIn(exchange, wrongness)[0] as Case, (one) => expectRefused(exchange, told(one))),
    },
  };
}

/** A request may be wrong in many ways, and is only known to be taken for right or wrong by these. */
const isJudgedByCaller = (exchange: CompleteExchange) =>
  exchange.response.status === 400 || exchange.response.status === 422 || isSuccess(exchange);

const missingIn = ({ operationId, request }: CompleteExchange): string | undefined =>
  operationId === null
    ? undefined
    : queryOf(operationOf(operationId)).find(
        ({ name, required }) => required && !request.query.some(([known]) => known === name),
      )?.name;

const everyWrongness: readonly InvalidKind[] = ['set', 'date', 'integer', 'number'];

/** Dates in their form that no calendar has. */
function impossibleCases(operation: Operation): Case[] {
  return invalidCases(operation, 'date').map((one) => ({
    ...one,
    value: one.value === 'yesterday' ? '2026-02-30' : '2026-13',
  }));
}

function another(plan: RequestPlan, lastSegment: string): RequestPlan {
  return { ...plan, path: plan.path.replace(/[^/]+$/, lastSegment) };
}

export const refusedChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'parameters.missing-required-is-refused',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A request without a parameter that is required is refused: 422 (or 400), with its code.',
    source: 'Endpoints: instrument of the inventory is required',
    operations: (operation) => queryOf(operation).some(({ required }) => required),
    async run(probe) {
      const { plan } = await probe.correct();
      const required = queryOf(probe.operation).filter((one) => one.required);
      await eachCase(required, async ({ name }) => {
        const exchange = await probe.send(withoutQuery(plan, name));
        expectRefused(exchange, `A request without ${name}`);
      });
    },
    watch: {
      when: (exchange) => isJudgedByCaller(exchange) && missingIn(exchange) !== undefined,
      run: (exchange) => expectRefused(exchange, `A request without ${missingIn(exchange)}`),
    },
  },
  refuses('set', {
    id: 'parameters.value-outside-set-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A value outside the listed set of a parameter is refused: 422 (or 400), with its code.',
    source: 'Endpoints, query parameters: listed values',
  }),
  refuses('date', {
    id: 'parameters.malformed-date-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A date parameter that is no date is refused: 422 (or 400), with its code.',
    source: 'Endpoints, query parameters: YYYY-MM-DD and YYYY-MM',
  }),
  refuses('number', {
    id: 'parameters.non-number-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A quantity that is no number is refused: 422 (or 400), with its code.',
    source: 'Renewal pricing, query parameters',
  }),
  refuses('integer', {
    id: 'parameters.non-integer-is-refused',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A page, a page size or another count that is no integer is refused: 422 (or 400).',
    source: 'Pagination object: integers',
  }),
  refuses('bounds', {
    id: 'parameters.out-of-bounds-is-refused',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A number below the least that a parameter takes is refused: 422 (or 400), with its code.',
    source: 'Proposed by this contract',
  }),
  {
    kind: 'probe',
    id: 'parameters.wrong-value-is-422',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A parameter that can be read but is not valid is 422 VALIDATION_ERROR, not 400.',
    source: 'Proposed by this contract',
    operations: (operation) => everyWrongness.some((wrongness) => has(wrongness)(operation)),
    cost: 0,
    run: (probe) =>
      changeEach(
        probe,
        everyWrongness.flatMap((wrongness) => invalidCases(probe.operation, wrongness)),
        (exchange, one) => {
          // That it is accepted is another claim.
          if (exchange.response.status >= 400) expectFailure(exchange, [422], told(one));
        },
      ),
  },
  {
    kind: 'probe',
    id: 'parameters.audit-id-is-an-integer',
    level: 'MUST',
    basis: 'derived',
    requirement: 'An audit id that is no integer is refused: 422, 400 or 404, with its code.',
    source: 'Other reads: audit_id (integer)',
    operations: ['getRealizedSavingsAudit'],
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send(another(plan, 'twelve'));
      expectFailure(exchange, [400, 404, 422], 'An audit id that is no integer');
    },
  },
  {
    kind: 'probe',
    id: 'parameters.reversed-range-is-refused',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A range that ends before it starts is refused: 422 (or 400).',
    source: 'Proposed by this contract',
    operations: (operation) =>
      ['start', 'end'].every((name) => queryOf(operation).some((one) => one.name === name)),
    cost: 2,
    async run(probe) {
      const { plan } = await probe.correct();
      const range = (start: string, end: string): RequestPlan =>
        withQuery(withQuery(plan, 'start', start), 'end', end);
      const twin = await probe.send(range('2026-05-01', '2026-05-31'));
      expectSuccess(twin, 'A range in order');
      expectRefused(
        await probe.send(range('2026-05-31', '2026-05-01')),
        'A range that ends before it starts',
      );
    },
  },
  {
    kind: 'probe',
    id: 'parameters.impossible-date-is-refused',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'A day that no month has, or a month that no year has, is refused: 422 (or 400), with its code.',
    source: 'Endpoints, query parameters: YYYY-MM-DD and YYYY-MM',
    operations: (operation) => impossibleCases(operation).length > 0,
    cost: 2,
    run: (probe) =>
      changeEach(probe, impossibleCases(probe.operation), (exchange, one) =>
        expectRefused(exchange, told(one)),
      ),
  },
];
