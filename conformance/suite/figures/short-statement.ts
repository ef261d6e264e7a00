import { literal, literals } from '../../../src/focus/sql.js';

/** What a statement on the files of a bill is written with. */
export interface BillSource {
  readonly files: readonly string[];
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Rewrites a statement on the view `charges` as one on the files, by their own columns. It is short enough to be read,
 * but has other values where an export writes values in its own way, so that it must be tried.
 *
 * @returns null if the columns of the files cannot have the values of the view
 */
export function shortStatement(sql: string, { files, providers }: BillSource): string | null {
  const named = sql
    .replace(/provider_id = '([^']*)'/g, (_, id) => `ProviderName = ${literal(nameOf(providers, id))}`)
    .replace(/provider_id IN \(([^()]*)\)/g, (_, ids) => {
      const names = [...String(ids).matchAll(/'([^']*)'/g)].map(([, id = '']) => nameOf(providers, id));
      return `ProviderName IN (${literals(names).slice(1, -1)})`;
    })
    .replaceAll('provider_id', 'ProviderName');
  if (/\b(usage_type|platform)\b/.test(named)) return null;
  return named.replace(/\bFROM charges\b/g, `FROM ${sourceOf(files)}`);
}

function nameOf(providers: BillSource['providers'], id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id;
}

function sourceOf(files: readonly string[]): string {
  const [file = '', ...others] = files;
  if (others.length === 0) return literal(file);
  return file.endsWith('.parquet') ? `read_parquet(${literals(files)})` : `read_csv(${literals(files)})`;
}
