/** Prism is not installed. The message contains the install command. */
export class PrismMissingError extends Error {
  override readonly name = 'PrismMissingError';
}
