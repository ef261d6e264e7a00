/** Returns a command line that also works where only the package is installed. */
export function packageCommand(...words: readonly string[]): string {
  return ['npx', 'cloud-cost-contract', ...words].map(inShell).join(' ');
}

/** Quotes a word of a command line if the shell would interpret it. */
export function inShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
