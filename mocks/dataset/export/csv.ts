/** Characters of CSV collected for one write. */
const chunkLength = 65_536;

/** Writes objects as CSV, a chunk of lines at a time, with a header. A missing value or null is an empty field. */
export function* csvChunks<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<{ readonly [column in Column]?: string | number | null }>,
): Generator<string> {
  let chunk = `${columns.join(',')}\n`;
  for (const row of rows) {
    chunk += `${columns.map((column) => field(String(row[column] ?? ''))).join(',')}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
