/** The run cannot start; the message states the reason and what to do. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
