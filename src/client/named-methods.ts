import type { paths } from '../generated/types.js';
import type { DataOf, ItemOf, Method, OptionsOf, PagedPath } from './call.js';
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

/** Parameters, also where a read has none yet; then the body of a write; then options. */
type ArgumentsOf<Path extends keyof paths, M extends Method> = [
  ...(IsOnlyBody<Path, M> extends true
    ? []
    : object extends ParametersOf<Path, M>
      ? [
          parameters?: keyof ParametersOf<Path, M> extends never
            ? Record<string, never>
            : ParametersOf<Path, M>,
        ]
      : [parameters: ParametersOf<Path, M>]),
  ...([BodyOf<Path, M>] extends [never] ? [] : [body: BodyOf<Path, M>]),
  options?: OptionsOf<M>,
];

/** A write without parameters. */
type IsOnlyBody<Path extends keyof paths, M extends Method> = [BodyOf<Path, M>] extends [never]
  ? false
  : keyof ParametersOf<Path, M> extends never
    ? true
    : false;

type Answer<Path extends keyof paths, M extends Method> = Path extends PagedPath
  ? PagedAnswer<DataOf<Path, M>, ItemOf<Path>>
  : Promise<DataOf<Path, M>>;

type NamedMethod<Operation> = Operation extends {
  method: infer M extends Method;
  path: infer Path extends keyof paths;
}
  ? (...args: ArgumentsOf<Path, M>) => Answer<Path, M>
  : never;

/** Every operation as a method, grouped like the reference: `client.commitments.inventory({ instrument: 'ri' })`. */
export type NamedMethods = {
  readonly [Group in keyof Operations]: {
    readonly [Name in keyof Operations[Group]]: NamedMethod<Operations[Group][Name]>;
  };
};

/** What a named method hands on beside its operation. */
export interface NamedInit {
  readonly params: { readonly path: Values; readonly query: Values };
  readonly body?: unknown;
}
type Values = Readonly<Record<string, unknown>>;

/** Builds the methods of {@link namedOperations} over one function that sends a call. */
export function namedMethods(send: (operation: NamedOperation, init: NamedInit) => unknown): NamedMethods {
  const methodOf =
    (operation: NamedOperation) =>
    (...args: readonly unknown[]) =>
      send(operation, readArguments(operation, args));
  return mapValues(namedOperations, (group) => mapValues(group, methodOf)) as NamedMethods;
}

function mapValues<Value>(record: Readonly<Record<string, Value>>, map: (value: Value) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function readArguments({ method, path: template }: NamedOperation, args: readonly unknown[]): NamedInit {
  const rest = [...args];
  const isWrite = method === 'put' || method === 'post';
  const takesParameters = !isWrite || template.includes('{');
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((takesParameters && rest.shift()) || {})) {
    (template.includes(`{${name}}`) ? path : query)[name] = value;
  }
  const body = isWrite ? rest.shift() : undefined;
  return { ...(rest[0] ?? {}), params: { path, query }, body };
}
