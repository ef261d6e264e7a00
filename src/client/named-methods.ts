import type { paths } from '../generated/types.js';
import type { CallOptions, DataOf, ItemOf, Method, PagedPath } from './call.js';
import { type NamedOperation, namedOperations } from './methods.js';
import type { PagedAnswer } from './paged-answer.js';

type Operations = typeof namedOperations;

/** Path and query parameters in one object: their names never clash, which a test proves. */
type ParametersOf<Path extends keyof paths, M extends Method> = paths[Path][M] extends {
  parameters: infer Parameters;
}
  ? Group<Parameters, 'path'> & Group<Parameters, 'query'>
  : never;
type Group<Parameters, Where extends string> = Where extends keyof Parameters
  ? [NonNullable<Parameters[Where]>] extends [never]
    ? unknown
    : NonNullable<Parameters[Where]>
  : unknown;

type BodyOf<Path extends keyof paths, M extends Method> = paths[Path][M] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Parameters, unless it is a write without any; then the body of a write; then options. */
type Arguments<Path extends keyof paths, M extends Method> = [
  ...([BodyOf<Path, M>, keyof ParametersOf<Path, M>] extends [object, never]
    ? []
    : object extends ParametersOf<Path, M>
      ? [
          parameters?: keyof ParametersOf<Path, M> extends never
            ? Record<string, never>
            : ParametersOf<Path, M>,
        ]
      : [parameters: ParametersOf<Path, M>]),
  ...([BodyOf<Path, M>] extends [never] ? [] : [body: BodyOf<Path, M>]),
  options?: CallOptions,
];

type Answer<Path extends keyof paths, M extends Method> = Path extends PagedPath
  ? PagedAnswer<DataOf<Path, M>, ItemOf<Path>>
  : Promise<DataOf<Path, M>>;

type NamedMethod<Operation> = Operation extends {
  method: infer M extends Method;
  path: infer Path extends keyof paths;
}
  ? (...args: Arguments<Path, M>) => Answer<Path, M>
  : never;

/** Every operation as a method, grouped like the reference: `client.commitments.inventory({ instrument: 'ri' })`. */
export type NamedMethods = {
  readonly [Group in keyof Operations]: {
    readonly [Name in keyof Operations[Group]]: NamedMethod<Operations[Group][Name]>;
  };
};

/** What a named method hands on: an operation with its arguments told apart. */
export interface NamedCall {
  readonly operation: NamedOperation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly options: CallOptions;
}

/** Builds the methods of {@link namedOperations} over one function that sends a call. */
export function namedMethods(send: (call: NamedCall) => unknown): NamedMethods {
  const groups = Object.entries<Record<string, NamedOperation>>(namedOperations).map(
    ([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations).map(([name, operation]) => [
          name,
          (...args: readonly unknown[]) => send(readArguments(operation, args)),
        ]),
      ),
    ],
  );
  return Object.fromEntries(groups) as NamedMethods;
}

function readArguments(operation: NamedOperation, args: readonly unknown[]): NamedCall {
  const rest = [...args];
  const isWrite = operation.method === 'put' || operation.method === 'post';
  const inPath = (name: string) => operation.path.includes(`{${name}}`);
  const takesParameters = !isWrite || operation.path.includes('{');
  const parameters = Object.entries((takesParameters && rest.shift()) || {});
  return {
    operation,
    path: Object.fromEntries(parameters.filter(([name]) => inPath(name))),
    query: Object.fromEntries(parameters.filter(([name]) => !inPath(name))),
    body: isWrite ? rest.shift() : undefined,
    options: (rest[0] ?? {}) as CallOptions,
  };
}
