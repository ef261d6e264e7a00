import { runChecks } from '../../conformance/suite/run.js';
import { type Operation, type OperationParameter, operations } from '../../src/generated/operations.js';
import { mockBase } from '../faulty-servers/base.js';
import type { Change } from '../faulty-servers/faulty-server.js';
import { inProcess } from '../support/in-process.js';
import type { TestRequest } from '../support/serve.js';

/** A documented parameter with one of its values; null for any value of a parameter without a list of values. */
export interface ParameterValue {
  readonly operation: Operation;
  readonly parameter: OperationParameter;
  readonly value: string | null;
}

/** The checks that notice a server which ignores a value. */
export interface Noticed {
  readonly failed: readonly string[];
  readonly warned: readonly string[];
}

/** Returns every documented value of every parameter. */
export function parameterValues(): ParameterValue[] {
  return operations.flatMap((operation) =>
    operation.parameters.flatMap((parameter) =>
      (valuesOf(parameter) ?? [null]).map((value) => ({ operation, parameter, value })),
    ),
  );
}

export const nameOf = ({ operation, parameter, value }: ParameterValue) =>
  `${operation.operationId} ${parameter.name}${value === null ? '' : `=${value}`}`;

function valuesOf({ schema, items = schema }: OperationParameter): string[] | undefined {
  const values =
    items.enum ?? items['x-known-values'] ?? (items.type === 'boolean' ? [true, false] : undefined);
  return values?.map(String);
}

/** Areas that no effect of a parameter is compared in. */
const otherAreas = ['authentication.*', 'envelope.*', 'limits.*', 'webhooks.*', 'errors.odd-input-*'];

let mock: ReturnType<typeof mockBase> | undefined;

/**
 * Runs the suite on the mock with a fault: it ignores the value. If nobody notices, because the value is also the
 * default, it takes the value for another one. One run at a time.
 */
export async function noticed(one: ParameterValue): Promise<Noticed> {
  const ignored = await judged(ignoring(one, null));
  const other = valuesOf(one.parameter)?.find((value) => value !== one.value);
  if (ignored.failed.length + ignored.warned.length > 0 || other === undefined) return ignored;
  return judged(ignoring(one, other));
}

async function judged(change: Change): Promise<Noticed> {
  mock ??= mockBase();
  const { right, apiKeys, reset } = await mock;
  reset();
  const sender = inProcess(change(right));
  const { results } = await runChecks({ target: 'http://127.0.0.1', sender, apiKeys, skip: otherAreas });
  const idsWith = (wanted: string) => [
    ...new Set(results.filter(({ status }) => status === wanted).map(({ id }) => id)),
  ];
  return { failed: idsWith('failed'), warned: idsWith('warned') };
}

/** A server that reads another value, or none, in requests that are valid. */
function ignoring(one: ParameterValue, other: string | null): Change {
  const { method, path } = one.operation;
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  const rewrite = { path: inPath(one, other), query: inQuery(one, other), header: withoutHeader(one) };
  return (right) => async (request) => {
    if (request.method !== method || !pattern.test(request.path)) return right(request);
    const changed = rewrite[one.parameter.in](request);
    if (changed === undefined) return right(request);
    // The rules for invalid values are another matter.
    const response = method === 'GET' ? await right(request) : undefined;
    return response && response.status >= 300 ? response : right(changed);
  };
}

type Rewrite = (request: TestRequest) => TestRequest | undefined;

function inQuery({ parameter: { name }, value }: ParameterValue, other: string | null): Rewrite {
  return (request) => {
    const isIgnored = (key: string, given: string) => key === name && (value === null || given === value);
    const pairs = [...request.query];
    if (!pairs.some(([key, given]) => isIgnored(key, given))) return undefined;
    const rest = pairs.flatMap(([key, given]) =>
      isIgnored(key, given) ? (other === null ? [] : [[key, other]]) : [[key, given]],
    );
    return { ...request, query: new URLSearchParams(rest) };
  };
}

/** Without another value, every id is taken for the first one. */
function inPath({ operation, parameter, value }: ParameterValue, other: string | null): Rewrite {
  const at = operation.path.split('/').indexOf(`{${parameter.name}}`);
  let first: string | undefined;
  return (request) => {
    const parts = request.path.split('/');
    const given = parts[at] as string;
    first ??= given;
    if (value !== null && given !== value) return undefined;
    const path = parts.with(at, other ?? first).join('/');
    return path === request.path ? undefined : { ...request, path };
  };
}

function withoutHeader({ parameter }: ParameterValue): Rewrite {
  const { [parameter.name.toLowerCase()]: name } = {
    [parameter.name.toLowerCase()]: parameter.name.toLowerCase(),
  };
  const pattern = new RegExp(parameter.schema.pattern);
  return (request) => {
    const { [name as string]: given, ...headers } = request.headers;
    return given !== undefined && pattern.test(given) ? { ...request, headers } : undefined;
  };
}
