/** The run cannot start; the message says why and what to do. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
