export type { components, operations, paths } from '../generated/types.js';
export type { CallOptions, DataOf, ItemOf, WriteOptions } from './call.js';
export {
  type AnswerCheck,
  type CheckedAnswer,
  type Client,
  type ClientOptions,
  createClient,
} from './create-client.js';
export { ApiError } from './errors/api-error.js';
export { ConnectionError } from './errors/connection-error.js';
export { PaginationError } from './errors/pagination-error.js';
export { ResponseTooLargeError } from './errors/response-too-large-error.js';
export { TimeoutError } from './errors/timeout-error.js';
export { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
export type { Fetch, Layer, OutgoingRequest, ReceivedAnswer, Send } from './layer.js';
export type { Pause, TryReport } from './layers/retry.js';
export type { PagedAnswer } from './paged-answer.js';
