import type { ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { paths } from '../generated/types.js';

export type Method = 'get' | 'put' | 'post' | 'delete';

/** The paths that have an operation of this method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: object }> ? Path : never;
}[keyof paths];

/** Parameters and body of an operation; may be left out where nothing in it is required. */
export type InitOf<Path extends keyof paths, M extends Method> =
  object extends Init<Path, M> ? [init?: Init<Path, M>] : [init: Init<Path, M>];

type Init<Path extends keyof paths, M extends Method> = ParamsOption<paths[Path][M]> &
  RequestBodyOption<paths[Path][M]> &
  OptionsOf<M>;

/** What may be said for one call alone. */
export interface CallOptions {
  /** Gives the call up when it aborts, in a wait between two tries as well; the call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one try, its body included. */
  readonly timeoutMs?: number;
  /** Attempts after the first, at most 10. */
  readonly retries?: number;
  /** Bytes that the body of a response may have. */
  readonly maxResponseBytes?: number;
  /** Headers of this call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What may be said for one write alone. */
export interface WriteOptions extends CallOptions {
  /** A version 4 UUID that names this write: sent again with the same one, it does not run again. */
  readonly idempotencyKey?: string;
}

/** The options of a call by its method. */
export type OptionsOf<M extends Method> = M extends 'put' | 'post' ? WriteOptions : CallOptions;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201)]: JsonOf<Responses[Status]> }[keyof Responses & (200 | 201)]
  : never;

/** The payload of a successful answer, out of its envelope. */
export type DataOf<Path extends keyof paths, M extends Method> =
  SuccessOf<paths[Path][M]> extends infer Body ? (Body extends { data: infer Data } ? Data : never) : never;

/** One operation by its path. */
export type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...init: InitOf<Path, M>
) => Promise<DataOf<Path, M>>;

/** The paths whose answers come in pages. */
export type PagedPath = {
  [Path in PathWith<'get'>]: DataOf<Path, 'get'> extends { items: readonly unknown[]; pagination: object }
    ? Path
    : never;
}[PathWith<'get'>];

/** One item of such a list. */
export type ItemOf<Path extends PagedPath> =
  DataOf<Path, 'get'> extends { items: readonly (infer Item)[] } ? Item : never;
