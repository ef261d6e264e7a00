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
  const found = `${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g);
  return [...found].map(([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain);
}
