/** Why a file that somebody named cannot be read. */
export function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${file}.`;
  if (code === 'EISDIR') return `${file} is a folder, not a file.`;
  return `${file} cannot be read: ${message}.`;
}
