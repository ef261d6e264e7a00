/** The records of a text in CSV, as in RFC 4180; a line without fields is none. */
export function csvRecords(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  for (let rest = text.replace(/^\uFEFF/, ''); rest !== ''; ) {
    const end = endOfRecord(rest);
    const line = end === -1 ? rest : rest.slice(0, end);
    if (line !== '') records.push(fields(line));
    rest = end === -1 ? '' : rest.slice(end).replace(/^\r?\n|^\r/, '');
  }
  return records;
}

/** The index of the first line break outside quotes; -1 if there is none. */
export function endOfRecord(text: string): number {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && (character === '\n' || character === '\r')) return index;
  }
  return -1;
}

function fields(line: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const inQuotes = quoted(line, at);
    const comma = line.indexOf(',', at);
    const end = inQuotes?.end ?? (comma === -1 ? line.length : comma);
    found.push(inQuotes?.value ?? line.slice(at, end));
    at = end + 1;
  }
  return found;
}

/** The field in quotes that starts at an index, if there is one; a quote within it is written twice. */
function quoted(line: string, at: number): { value: string; end: number } | undefined {
  if (line[at] !== '"') return undefined;
  const value: string[] = [];
  for (let start = at + 1; ; ) {
    const quote = line.indexOf('"', start);
    if (quote === -1) return undefined;
    value.push(line.slice(start, quote));
    const next = line[quote + 1];
    if (next === undefined || next === ',') return { value: value.join(''), end: quote + 1 };
    if (next !== '"') return undefined;
    value.push('"');
    start = quote + 2;
  }
}

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
