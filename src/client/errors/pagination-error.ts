/** The pagination of a list never ends. */
export class PaginationError extends Error {
  override readonly name = 'PaginationError';

  constructor(
    /** The path template, such as `/api/v1/commitments`. */
    readonly path: string,
    /** The page that was requested, counted from 1. */
    readonly page: number,
    reason: string,
  ) {
    super(`Stopped at page ${page} of ${path}: ${reason}. This is a bug in the server.`);
  }
}
