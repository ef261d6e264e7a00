import type { MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from '../generated/types.js';

export type Method = 'get' | 'put' | 'post' | 'delete';

/** The paths that have an operation of this method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: object }> ? Path : never;
}[keyof paths];

/** Parameters and body of an operation; may be left out where nothing in it is required. */
export type InitOf<Path extends keyof paths, M extends Method> =
  undefined extends Init<Path, M>
    ? [init?: Init<Path, M> & CallOptions]
    : [init: Init<Path, M> & CallOptions];

type Init<Path extends keyof paths, M extends Method> = MaybeOptionalInit<paths[Path] & Record<M, object>, M>;

/** What may be said for one call alone. */
export interface CallOptions {
  /** Gives the call up when it aborts. */
  readonly signal?: AbortSignal;
  /** Headers of this call, such as an `Idempotency-Key` of your own. */
  readonly headers?: Readonly<Record<string, string>>;
}

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
