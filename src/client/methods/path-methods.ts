import type { Client, ParamsOption, ParseAsResponse, RequestOptions } from 'openapi-fetch';
import type { paths } from '../../generated/types.js';
import type { WriteOptions } from '../options.js';

type Method = 'get' | 'put' | 'post' | 'delete';

/** The paths that have an operation with this method. */
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: object }> ? Path : never;
}[keyof paths];

type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type BodyOption<Operation> = Operation extends { requestBody: infer Body }
  ? { body: JsonOf<Body> }
  : { body?: never };

/** The options of openapi-fetch for one call, and those of this client. */
type InitOf<Operation> = ParamsOption<Operation> &
  BodyOption<Operation> &
  Omit<RequestOptions<Operation>, 'params' | 'body'> &
  Omit<RequestInit, 'body' | 'headers'> &
  Omit<WriteOptions, 'headers' | 'signal'>;
type ArgumentsOf<Init> = object extends Init ? [init?: Init] : [init: Init];

/**
 * The result of an openapi-fetch call. The library's own type is not used because it distributes over open string
 * unions such as `'provider_a' | (string & {})`: https://github.com/openapi-ts/openapi-typescript/issues/2615
 */
type ResultOf<Operation, Init> = Operation extends { responses: infer Responses }
  ?
      | {
          data: ParseAsResponse<JsonOf<Responses[keyof Responses & (200 | 201)]>, Init>;
          error?: never;
          response: Response;
        }
      | { data?: never; error: JsonOf<Responses[Exclude<keyof Responses, 200 | 201>]>; response: Response }
  : never;

type PathMethod<M extends Method> = <Path extends PathWith<M>, Init extends InitOf<paths[Path][M]>>(
  path: Path,
  ...init: ArgumentsOf<Init>
) => Promise<ResultOf<paths[Path][M], Init>>;

/** The methods of openapi-fetch for which the contract has operations. */
export interface PathMethods extends Pick<Client<paths>, 'use' | 'eject'> {
  readonly GET: PathMethod<'get'>;
  readonly PUT: PathMethod<'put'>;
  readonly POST: PathMethod<'post'>;
  readonly DELETE: PathMethod<'delete'>;
  readonly request: <M extends Method, Path extends PathWith<M>, Init extends InitOf<paths[Path][M]>>(
    method: M,
    path: Path,
    ...init: ArgumentsOf<Init>
  ) => Promise<ResultOf<paths[Path][M], Init>>;
}
