/** The longest value that the contract lets a filter have. */
export const longestValue = 256;

/** Whether a request can contain a value of a filter. */
export function isSelectable(value: string): boolean {
  return value !== '' && value.length <= longestValue;
}
