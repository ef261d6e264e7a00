export const inTerminal = 'Load it in the terminal with npx cloud-cost-contract mock --data.';

/**
 * Reads a text in UTF-8.
 *
 * @throws {Error} with a message for the reader
 */
export async function textOf(file: Blob): Promise<string> {
  const text = decoded(await file.arrayBuffer());
  if (text.trim() === '') throw new Error('The file is empty. Export a period with charges.');
  if (text.includes('\0')) throw notCsv();
  return text;
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notCsv();
  }
}

function notCsv(): Error {
  return new Error(
    `The file is not CSV in UTF-8. Save a workbook as CSV in UTF-8, and unpack an archive. If it is Parquet or gzip: ${inTerminal}`,
  );
}
