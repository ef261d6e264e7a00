/**
 * Types of the API that is tested. A suite names its own by declaration merging, as `suite/api.ts` does, so that its
 * checks are typed; the engine itself uses only what the defaults have.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a suite adds the members.
export interface Register {}

/** The id of an operation. */
export type OperationId = Register extends { operationId: infer Id } ? Id & string : string;

/** Data about a server that its API does not list. */
export type Fixtures = Register extends { fixtures: infer Own }
  ? Own
  : { readonly api_keys?: readonly string[] };

/** The resources of a server that requests are built from. */
export type Found = Register extends { found: infer Own } ? Own : { readonly fixtures: Fixtures };

/** One operation of the API. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** The path template, such as `/api/v1/items/{item_id}`. */
  readonly path: string;
  readonly tag: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly schema: Readonly<Record<string, any>>;
    readonly items?: Readonly<Record<string, any>>;
  }[];
  readonly requestBody: { readonly required: boolean } | null;
  /** By status. */
  readonly responses: Readonly<
    Record<string, { readonly headers: readonly string[]; readonly mediaTypes: readonly string[] }>
  >;
}

/** Whether an operation's method is not GET. */
export function isWrite({ method }: Operation): boolean {
  return method !== 'GET';
}
