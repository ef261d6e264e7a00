export const inTerminal = 'Load it in the terminal with npx cloud-cost-contract mock --data.';
const asCsv = 'Save it as CSV in UTF-8.';

/** The first bytes of files that are often taken for CSV, as Latin-1, and what to do. `[^ -~]` is a control character. */
const others: readonly (readonly [RegExp, string])[] = [
  [/^[^ -~]\x8b/, `The file is compressed with gzip. ${inTerminal}`],
  [/^PAR1/, `The file is in the Parquet format. ${inTerminal}`],
  [
    /^PK[^ -~]{2}.{26}(\[Content_Types\]|_rel|docProps\/|xl\/|mimetype)/s,
    `The file is an Excel workbook. ${asCsv}`,
  ],
  [/^\xd0\xcf[^ -~]\xe0/, `The file is an Excel workbook. ${asCsv}`],
  [/^PK[^ -~]{2}/, 'The file is a ZIP archive. Unpack it and choose the CSV file in it.'],
  [/^(\xff\xfe|\xfe\xff)/, `The file is in UTF-16. ${asCsv}`],
  [/^(\xef\xbb\xbf)?\s*[{[]/, 'The file is JSON. Export the bill as CSV.'],
  [/^(\xef\xbb\xbf)?\s*</, 'The file is HTML or XML. Export the bill as CSV.'],
];
const headLength = 64;

/** What to do about a file in another format than CSV; null if it may be CSV. */
export async function otherFormat(file: Blob): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const text = String.fromCharCode(...head);
  return others.find(([start]) => start.test(text))?.[1] ?? null;
}

/**
 * Reads a text in UTF-8.
 *
 * @throws {Error} with a message for the reader
 */
export async function textOf(file: Blob): Promise<string> {
  const text = decoded(await file.arrayBuffer());
  if (text.trim() === '') throw new Error('The file is empty. Export a period with charges.');
  if (text.includes('\0')) throw new Error(`The file is not text. ${asCsv}`);
  return text;
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`The file is not UTF-8. ${asCsv}`);
  }
}
