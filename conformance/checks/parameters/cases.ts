import type { Operation, OperationParameter } from '../../../src/generated/operations.js';
import { isProposedConstraint, operationOf } from '../../contract.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { eachCase, Finding } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { withQuery } from '../../requests.js';

/** One value of one query parameter that the document forbids, or allows. */
export interface Case {
  readonly name: string;
  readonly value: string;
  readonly proposed: boolean;
}

export const queryOf = ({ parameters }: Operation) => parameters.filter((one) => one.in === 'query');

type Schema = Readonly<Record<string, any>>;

/** The schema of one value, whether or not the parameter may be repeated. */
const valueSchema = (parameter: OperationParameter): Schema => parameter.items ?? parameter.schema;

const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat();

/** A month is a date too, which JSON Schema can only say with a pattern. */
const isMonth = ({ pattern }: Schema) => typeof pattern === 'string' && /\\d\{4\}|\[0-9\]\{4\}/.test(pattern);

/** The ways in which a value may be wrong: one that is, where a schema has such, and how to recognize others. */
const invalidKinds = {
  set: {
    wrongValue: (schema: Schema) => (schema.enum ? 'no-such-value' : undefined),
    isInvalid: (value: string, schema: Schema) => !schema.enum.map(String).includes(value),
  },
  date: {
    wrongValue(schema: Schema) {
      if (schema.format === 'date' || schema.format === 'date-time') return 'yesterday';
      return isMonth(schema) ? 'last-month' : undefined;
    },
    isInvalid: (value: string, { pattern }: Schema) =>
      typeof pattern === 'string' ? !new RegExp(pattern).test(value) : Number.isNaN(Date.parse(value)),
  },
  integer: {
    wrongValue: (schema: Schema) => (typesOf(schema).includes('integer') ? 'many' : undefined),
    isInvalid: (value: string) => !/^-?\d+$/.test(value),
  },
  number: {
    wrongValue: (schema: Schema) => (typesOf(schema).includes('number') ? 'many' : undefined),
    isInvalid: (value: string) => Number.isNaN(Number(value)),
  },
  bounds: {
    wrongValue({ minimum, exclusiveMinimum }: Schema) {
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

/** Values that are wrong in the given way, one for each parameter that can be. */
export function invalidCases(operation: Operation, wrongness: InvalidKind): Case[] {
  return queryOf(operation).flatMap((parameter) => {
    const value = invalidKinds[wrongness].wrongValue(valueSchema(parameter));
    return value === undefined ? [] : [caseOf(operation, parameter.name, value)];
  });
}

/** What is wrong in the query of a request; an empty value may stand for none, a comma for several. */
export function invalidIn({ operationId, request }: CompleteExchange, wrongness: InvalidKind): Case[] {
  if (operationId === null) return [];
  const operation = operationOf(operationId);
  const { wrongValue, isInvalid } = invalidKinds[wrongness];
  return queryOf(operation)
    .filter((parameter) => wrongValue(valueSchema(parameter)) !== undefined)
    .flatMap((parameter) =>
      request.query
        .filter(([name, value]) => name === parameter.name && value !== '' && !value.includes(','))
        .filter(([, value]) => isInvalid(value, valueSchema(parameter)))
        .map(([name, value]) => caseOf(operation, name, value)),
    );
}

/** Values that mean nothing without another parameter beside them. */
const dependent = new Set(['group_by=tag', 'group_by=virtual_tag', 'dimension=tag_value']);

export function allowedCases(operation: Operation): Case[] {
  return queryOf(operation).flatMap((parameter) =>
    ((valueSchema(parameter).enum ?? []) as unknown[])
      .map((value) => caseOf(operation, parameter.name, String(value)))
      .filter((one) => !dependent.has(told(one))),
  );
}

/**
 * Sends the correct request with one parameter changed, a case at a time; what is wrong with a
 * proposed parameter makes a proposed fault.
 */
export async function changeEach(
  probe: Probe,
  cases: readonly Case[],
  judge: (exchange: CompleteExchange, one: Case) => void,
): Promise<void> {
  const { plan } = await probe.correct();
  await eachCase(cases, async (one) => {
    const exchange = await probe.send(withQuery(plan, one.name, one.value));
    judgeCase(one, () => judge(exchange, one));
  });
}

/** What is wrong with a proposed parameter is a proposed fault. */
export function judgeCase(one: Case, judge: (one: Case) => void): void {
  try {
    judge(one);
  } catch (error) {
    if (!(error instanceof Finding) || !one.proposed) throw error;
    const [first, ...rest] = error.faults.map((fault) => ({ ...fault, basis: 'proposed' as const }));
    throw first ? new Finding([first, ...rest]) : error;
  }
}

export const told = ({ name, value }: Case) => `${name}=${value}`;
