import { type Operation, type OperationParameter, operations } from '../../src/generated/operations.js';
import type { Check } from '../check.js';
import { isProposedConstraint, operationOf } from '../contract.js';
import { describe, expectFailure, expectRefused, expectSuccess } from '../expect/answer.js';
import { show } from '../expect/show.js';
import { type AnsweredExchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { eachCase, Finding, fail, NotApplicable } from '../outcome.js';
import type { Probe } from '../probe.js';
import { withoutQuery, withQuery } from '../requests.js';

type Wrongness = 'set' | 'date' | 'integer' | 'number' | 'bounds';

/** One value of one query parameter that the document forbids, or allows. */
interface Case {
  readonly name: string;
  readonly value: string;
  readonly proposed: boolean;
}

const queryOf = ({ parameters }: Operation) => parameters.filter((one) => one.in === 'query');

/** The schema of one value, whether or not the parameter may be repeated. */
const valueSchema = (parameter: OperationParameter) => parameter.items ?? parameter.schema;

const typesOf = (schema: Readonly<Record<string, any>>): string[] => [schema.type ?? []].flat();

/** A value wrong in the given way, or undefined where a parameter cannot be wrong so. */
function wrongValue(parameter: OperationParameter, wrongness: Wrongness): string | undefined {
  const schema = valueSchema(parameter);
  const types = typesOf(schema);
  switch (wrongness) {
    case 'set':
      return schema.enum ? 'no-such-value' : undefined;
    case 'date':
      if (schema.format === 'date' || schema.format === 'date-time') return 'yesterday';
      // A month is a date too, which JSON Schema can only say with a pattern.
      return typeof schema.pattern === 'string' && /\\d\{4\}|\[0-9\]\{4\}/.test(schema.pattern)
        ? 'last-month'
        : undefined;
    case 'integer':
      return types.includes('integer') ? 'many' : undefined;
    case 'number':
      return types.includes('number') ? 'many' : undefined;
    case 'bounds':
      if (typeof schema.minimum === 'number') return String(schema.minimum - 1);
      return typeof schema.exclusiveMinimum === 'number' ? String(schema.exclusiveMinimum) : undefined;
  }
}

function wrongCases(operation: Operation, wrongness: Wrongness): Case[] {
  return queryOf(operation).flatMap((parameter) => {
    const value = wrongValue(parameter, wrongness);
    if (value === undefined) return [];
    const { name } = parameter;
    return [{ name, value, proposed: isProposedConstraint(operation.operationId, `query:${name}`) }];
  });
}

/** Values that mean nothing without another parameter beside them. */
const dependent = new Set(['group_by=tag', 'group_by=virtual_tag', 'dimension=tag_value']);

function allowedCases(operation: Operation): Case[] {
  return queryOf(operation).flatMap((parameter) =>
    ((valueSchema(parameter).enum ?? []) as unknown[])
      .map(String)
      .filter((value) => !dependent.has(`${parameter.name}=${value}`))
      .map((value) => ({
        name: parameter.name,
        value,
        proposed: isProposedConstraint(operation.operationId, `query:${parameter.name}`),
      })),
  );
}

/** Defaults that the service's own description gives. */
const statedDefaults: Readonly<Record<string, string>> = {
  'getCommitmentOverview commitment_type': 'all',
  'getCommitmentOverview provider': 'provider_a',
  'listCommitmentInventory provider': 'provider_a',
  'getCommitmentUtilization type': 'ri',
  'getCommitmentUtilization granularity': 'daily',
  'getEffectiveSavingsRate scope': 'eligible',
  'getCommitmentPortfolio basis': 'net',
  'listCommitmentRecommendations commitment_type': 'all',
  'getCostForecast credits': 'after',
};

const defaultsOf = ({ operationId }: Operation) =>
  Object.entries(statedDefaults)
    .map(([place, value]) => ({ place: place.split(' ') as [string, string], value }))
    .filter(({ place }) => place[0] === operationId)
    .map(({ place, value }) => ({ name: place[1], value }));

/**
 * Sends the correct request with one parameter changed, a case at a time; what is wrong with a
 * proposed parameter makes a proposed fault.
 */
async function changeEach(
  probe: Probe,
  cases: readonly Case[],
  judge: (exchange: AnsweredExchange, one: Case) => void,
): Promise<void> {
  const { plan } = await probe.correct();
  await eachCase(cases, async (one) => {
    const exchange = await probe.answer(withQuery(plan, one.name, one.value));
    weighCase(one, () => judge(exchange, one));
  });
}

/** What is wrong with a proposed parameter is a proposed fault. */
function weighCase(one: Case, judge: (one: Case) => void): void {
  try {
    judge(one);
  } catch (error) {
    if (!(error instanceof Finding) || !one.proposed) throw error;
    const [first, ...rest] = error.faults.map((fault) => ({ ...fault, basis: 'proposed' as const }));
    throw first ? new Finding([first, ...rest]) : error;
  }
}

const has = (wrongness: Wrongness) => (operation: Operation) => wrongCases(operation, wrongness).length > 0;

const told = ({ name, value }: Case) => `${name}=${value}`;

function refuses(
  wrongness: Wrongness,
  claim: Pick<Check, 'id' | 'level' | 'basis' | 'requirement' | 'source'>,
): Check {
  return {
    kind: 'probe',
    ...claim,
    operations: has(wrongness),
    cost: 2,
    run: (probe) =>
      changeEach(probe, wrongCases(probe.operation, wrongness), (exchange, one) =>
        expectRefused(exchange, told(one)),
      ),
    watch: {
      when: (exchange) => isJudgedByCaller(exchange) && wrongIn(exchange, wrongness).length > 0,
      run: (exchange) =>
        weighCase(wrongIn(exchange, wrongness)[0] as Case, (one) => expectRefused(exchange, told(one))),
    },
  };
}

/** A request may be wrong in many ways, and is only known to be taken for right or wrong by these. */
const isJudgedByCaller = (exchange: AnsweredExchange) =>
  exchange.response.status === 400 || exchange.response.status === 422 || isSuccess(exchange);

/** Whether a value that somebody sent is wrong in the given way. */
function isWrong(parameter: OperationParameter, value: string, wrongness: Wrongness): boolean {
  const schema = valueSchema(parameter);
  if (wrongValue(parameter, wrongness) === undefined) return false;
  switch (wrongness) {
    case 'set':
      return !schema.enum.map(String).includes(value);
    case 'date':
      return typeof schema.pattern === 'string'
        ? !new RegExp(schema.pattern).test(value)
        : Number.isNaN(Date.parse(value));
    case 'integer':
      return !/^-?\d+$/.test(value);
    case 'number':
      return Number.isNaN(Number(value));
    case 'bounds':
      return Number(value) < schema.minimum || Number(value) <= schema.exclusiveMinimum;
  }
}

/** What is wrong in the query of a request; an empty value may stand for none, a comma for several. */
function wrongIn({ operationId, request }: AnsweredExchange, wrongness: Wrongness): Case[] {
  if (operationId === null) return [];
  return queryOf(operationOf(operationId)).flatMap((parameter) =>
    request.query
      .filter(([name, value]) => name === parameter.name && value !== '' && !value.includes(','))
      .filter(([, value]) => isWrong(parameter, value, wrongness))
      .map(([name, value]) => ({
        name,
        value,
        proposed: isProposedConstraint(operationId, `query:${name}`),
      })),
  );
}

const missingIn = ({ operationId, request }: AnsweredExchange): string | undefined =>
  operationId === null
    ? undefined
    : queryOf(operationOf(operationId)).find(
        ({ name, required }) => required && !request.query.some(([known]) => known === name),
      )?.name;

const everyWrongness: readonly Wrongness[] = ['set', 'date', 'integer', 'number'];

/** Dates in their form that no calendar has. */
function impossibleCases(operation: Operation): Case[] {
  return wrongCases(operation, 'date').map((one) => ({
    ...one,
    value: one.value === 'yesterday' ? '2026-02-30' : '2026-13',
  }));
}

/** What answers tell of the request that they are made for, and the parameter where that has another name. */
const repeated: Readonly<Record<string, string>> = {
  granularity: 'granularity',
  instrument: 'instrument',
  type: 'instrument',
  basis: 'basis',
  show_cost_as: 'show_cost_as',
  provider: 'provider',
  provider_id: 'provider_id',
};

const tellsAgain = ({ method, parameters }: Operation) =>
  method === 'GET' && parameters.some(({ name }) => repeated[name] !== undefined);

/** The parameters of a request that its answer tells again. */
function toldAgain({ operationId, request, response }: AnsweredExchange) {
  const data = response.json?.data;
  if (operationId === null || typeof data !== 'object' || data === null) return [];
  const { path } = operationOf(operationId);
  const at = path.split('/').indexOf('{provider_id}');
  const asked: [string, string][] = [
    ...request.query.map(([name, value]): [string, string] => [name, value]),
    ...(at < 0
      ? []
      : [['provider_id', request.path.split('/').at(at - path.split('/').length) ?? ''] as [string, string]]),
  ];
  return asked.flatMap(([name, value]) => {
    const told = data[repeated[name] ?? ''];
    return typeof told === 'string' && value !== '' ? [{ name, asked: value, told }] : [];
  });
}

/** Data without what moves with the clock between two requests. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/(_seconds|_at)$/.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => [name, settled(own)]),
  );
}

export const parameterChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'parameters.allowed-values-are-accepted',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Every value that a parameter is said to take is accepted.',
    source: 'Endpoints, query parameters',
    operations: (operation) => allowedCases(operation).length > 0,
    cost: 6,
    run: (probe) =>
      changeEach(probe, allowedCases(probe.operation), (exchange, one) => expectSuccess(exchange, told(one))),
  },
  {
    kind: 'probe',
    id: 'parameters.default-is-as-documented',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Leaving a parameter out means the same as sending its default.',
    source: 'Endpoints, query parameters: defaults',
    operations: (operation) => defaultsOf(operation).length > 0,
    cost: 1,
    async run(probe) {
      const { plan, exchange: without } = await probe.correct();
      await eachCase(defaultsOf(probe.operation), async ({ name, value }) => {
        const explicit = await probe.answer(withQuery(plan, name, value));
        if (explicit.response.status >= 300) {
          throw new NotApplicable(`${name}=${value} is refused, which another check tells`);
        }
        const [left, right] = [without, explicit].map(({ response }) =>
          JSON.stringify(settled(response.json?.data)),
        );
        if (left === right) return;
        fail({
          message: `Without ${name} the answer is another than with ${name}=${value}, its default.`,
          expected: `the data of ${plan.path} without ${name}: ${show(without.response.json?.data)}`,
          actual: show(explicit.response.json?.data),
          exchange: explicit,
        });
      });
    },
  },
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
        const exchange = await probe.answer(withoutQuery(plan, name));
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
        everyWrongness.flatMap((wrongness) => wrongCases(probe.operation, wrongness)),
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
      const exchange = await probe.answer(another(plan, 'twelve'));
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
      const twin = await probe.answer(range('2026-05-01', '2026-05-31'));
      expectSuccess(twin, 'A range in order');
      expectRefused(
        await probe.answer(range('2026-05-31', '2026-05-01')),
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
  {
    kind: 'exchange',
    id: 'parameters.answer-tells-what-was-asked',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'An answer that tells what it was asked for, tells it as it was asked.',
    source: 'Endpoints, query parameters',
    on: 'success',
    operations: operations.filter(tellsAgain).map(({ operationId }) => operationId),
    when: (exchange) => toldAgain(exchange).length > 0,
    run(exchange) {
      for (const { name, asked, told } of toldAgain(exchange)) {
        if (asked === told) continue;
        fail({
          message: `The answer is about another ${name} than asked for.`,
          expected: `${name} ${show(asked)}`,
          actual: show(told),
          exchange,
        });
      }
    },
  },
  {
    kind: 'probe',
    id: 'parameters.unknown-one-is-ignored',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A query parameter that the service does not know changes nothing.',
    source: 'Versioning, rule 4: additions do not break existing calls',
    operations: ({ method }) => method === 'GET',
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.answer(withQuery(plan, 'no_such_parameter', '1'));
      if (exchange.response.status < 300) return;
      fail({
        message: 'An unknown query parameter is refused.',
        expected: 'the same answer as without it',
        actual: describe(exchange),
        exchange,
      });
    },
  },
];

function another(plan: RequestPlan, lastSegment: string): RequestPlan {
  return { ...plan, path: plan.path.replace(/[^/]+$/, lastSegment) };
}
