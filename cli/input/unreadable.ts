/** Describes why a file or URL cannot be read. */
export function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `File ${file} does not exist.`;
  if (code === 'EISDIR') return `${file} is a folder, not a file.`;
  return `${file}: ${message}.`;
}
