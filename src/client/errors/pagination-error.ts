/** The pages of a list do not lead to its end, so that it would be read for ever. */
export class PaginationError extends Error {
  override readonly name = 'PaginationError';

  constructor(
    /** The path as the contract writes it, such as `/api/v1/commitments`. */
    readonly path: string,
    /** The page that was requested, counted from 1. */
    readonly page: number,
    reason: string,
  ) {
    super(`Reading page ${page} of ${path} was stopped: ${reason}. This is an error of the server.`);
  }
}
