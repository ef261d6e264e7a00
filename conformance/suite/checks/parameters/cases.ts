import type { OperationParameter } from '../../../../src/generated/operations.js';
import { groupBy } from '../../../../src/group-by.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, type Violation } from '../../../engine/judge/outcome.js';
import type { Operation } from '../../../engine/operation.js';
import type { CorrectRequest, Probe } from '../../../engine/run/probe.js';
import { isProposedConstraint, operationOf } from '../../contract.js';

/** A value of a query parameter that the document allows or forbids. */
export interface Case {
  readonly name: string;
  readonly value: string;
  readonly proposed: boolean;
}

export const queryOf = ({ parameters }: Operation) => parameters.filter((one) => one.in === 'query');

type Schema = Readonly<Record<string, any>>;

/** Returns the schema of a single value, also of a parameter that may be repeated. */
const valueSchema = (parameter: OperationParameter): Schema => parameter.items ?? parameter.schema;

const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat();

/** Whether the schema is that of a month, for which JSON Schema has no format. */
const isMonth = ({ pattern }: Schema) => typeof pattern === 'string' && /\\d\{4\}|\[0-9\]\{4\}/.test(pattern);

/** The ways in which a value may be invalid: a sample if the schema allows one, and a test for other values. */
const invalidKinds = {
  set: {
    invalidValue: (schema: Schema) => (schema.enum ? 'no-such-value' : undefined),
    isInvalid: (value: string, schema: Schema) => !schema.enum.map(String).includes(value),
  },
  date: {
    invalidValue(schema: Schema) {
      if (schema.format === 'date' || schema.format === 'date-time') return 'yesterday';
      return isMonth(schema) ? 'last-month' : undefined;
    },
    isInvalid: (value: string, { pattern }: Schema) =>
      // Bounded: the patterns of the document are in the generated validators, and linear.
      typeof pattern === 'string' ? !new RegExp(pattern).test(value) : Number.isNaN(Date.parse(value)),
  },
  integer: {
    invalidValue: (schema: Schema) => (typesOf(schema).includes('integer') ? 'many' : undefined),
    isInvalid: (value: string) => !/^-?\d+$/.test(value),
  },
  number: {
    invalidValue: (schema: Schema) => (typesOf(schema).includes('number') ? 'many' : undefined),
    isInvalid: (value: string) => Number.isNaN(Number(value)),
  },
  bounds: {
    invalidValue({ minimum, exclusiveMinimum }: Schema) {
      if (typeof minimum === 'number') return String(minimum - 1);
      return typeof exclusiveMinimum === 'number' ? String(exclusiveMinimum) : undefined;
    },
    isInvalid: (value: string, { minimum, exclusiveMinimum }: Schema) =>
      Number(value) < minimum || Number(value) <= exclusiveMinimum,
  },
};

export type InvalidKind = keyof typeof invalidKinds;

function caseOf({ operationId }: Operation, name: string, value: string): Case {
  return { name, value, proposed: isProposedConstraint(operationId, `query:${name}`) };
}

/** Returns an invalid value of one kind for each parameter that can have it. */
export function invalidCases(operation: Operation, kind: InvalidKind): Case[] {
  return queryOf(operation).flatMap((parameter) => {
    const value = invalidKinds[kind].invalidValue(valueSchema(parameter));
    return value === undefined ? [] : [caseOf(operation, parameter.name, value)];
  });
}

/** Returns the invalid values in a query, except empty values and comma-separated lists. */
export function invalidIn({ operationId, request }: CompleteExchange, kind: InvalidKind): Case[] {
  if (operationId === null) return [];
  const operation = operationOf(operationId);
  const { invalidValue, isInvalid } = invalidKinds[kind];
  return queryOf(operation)
    .filter((parameter) => invalidValue(valueSchema(parameter)) !== undefined)
    .flatMap((parameter) =>
      request.query
        .filter(([name, value]) => name === parameter.name && value !== '' && !value.includes(','))
        .filter(([, value]) => isInvalid(value, valueSchema(parameter)))
        .map(([name, value]) => caseOf(operation, name, value)),
    );
}

/** Values that are only valid together with another parameter. */
const dependent = new Set(['group_by=tag', 'group_by=virtual_tag', 'dimension=tag_value']);

export function allowedCases(operation: Operation): Case[] {
  return queryOf(operation).flatMap((parameter) =>
    ((valueSchema(parameter).enum ?? []) as unknown[])
      .map((value) => caseOf(operation, parameter.name, String(value)))
      .filter((one) => !dependent.has(assignment(one))),
  );
}

/** Groups the cases of parameters that have the same values, such as include and exclude, by value. */
export function alikeCases(operation: Operation): Case[][] {
  const cases = allowedCases(operation);
  const valuesOf = ({ name }: Case) =>
    cases
      .filter((one) => one.name === name)
      .map(({ value }) => value)
      .join();
  return [...groupBy(cases, (one) => `${valuesOf(one)} ${one.value}`).values()];
}

/**
 * Sends the correct request once for each case, with that one parameter changed. A violation of a
 * proposed parameter has the basis proposed.
 */
export async function changeEach(
  probe: Probe,
  { plan }: CorrectRequest,
  cases: readonly Case[],
  judge: (exchange: CompleteExchange, one: Case, more: Pick<Violation, 'basis'>) => void,
): Promise<void> {
  await eachCase(cases, async (one) => {
    const exchange = await probe.send(withQuery(plan, one.name, one.value));
    judge(exchange, one, { basis: one.proposed ? 'proposed' : undefined });
  });
}

const assignment = ({ name, value }: Case) => `${name}=${value}`;

/** Returns the subject of a message about the request of a case. */
export const requestWith = (one: Case) => `A request with ${assignment(one)}`;
