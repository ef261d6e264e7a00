/** The data cannot be read correctly. The message names the place, and what to do; it is for the user. */
export class FocusError extends Error {
  override readonly name = 'FocusError';
}

/** DuckDB is not installed. The message contains the install command. */
export class DuckDbMissingError extends Error {
  override readonly name = 'DuckDbMissingError';
}

/** A problem of the value of a row, such as `bill.csv, row 3`, in a column. */
export function problemAt(place: string, column: string, problem: string): FocusError {
  return new FocusError(`${place}, column ${column}: ${problem}.`);
}

/** Lists texts for a message, at most ten: `a, b, c`. */
export function listed(texts: readonly string[], max = 10): string {
  const rest = texts.length - max;
  return texts.slice(0, max).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Cuts a text of the data for a message to 60 characters. */
export function shortened(text: string): string {
  // A character takes at most two code units.
  const characters = [...text.slice(0, 122)];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}

/** Quotes a value of the data for a message. */
export function quoted(value: string): string {
  return JSON.stringify(shortened(value));
}

/** States that a row has more or fewer values than there are columns. */
export function otherCount(values: number, columns: number): string {
  const count = (number: number, noun: string) => `${number} ${number === 1 ? noun : `${noun}s`}`;
  return `${count(values, 'value')}, but the header has ${count(columns, 'column')}.`;
}
