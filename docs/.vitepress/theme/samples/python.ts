import type { Call } from '../call.js';

const indent = '    ';

/** Returns the request as a Python program that uses Requests. Without a public key, the environment has the key. */
export function pythonOf(
  { method, target, headers, body }: Call,
  baseUrl: string,
  publicKey?: string,
): string {
  const [path = '', query = ''] = target.split('?');
  const sent = { ...authorization(publicKey), ...mapped(headers, JSON.stringify) };
  const content = body === null ? undefined : parsed(body);
  // Requests sends the type of `json` itself.
  if (content) delete sent['Content-Type'];
  const args = [
    JSON.stringify(baseUrl + path),
    Object.keys(sent).length > 0 && `headers=${dictionary(sent, 1)}`,
    query && `params=${literal(groupedBy(new URLSearchParams(query)), 1)}`,
    content && `json=${literal(content.value, 1)}`,
    body !== null && !content && `data=${JSON.stringify(body)}`,
    'timeout=30',
  ].filter(Boolean);
  return [
    ...(publicKey === undefined ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...args.map((argument) => `${indent}${argument},`),
    ')',
    'print(response.status_code, response.json())',
  ].join('\n');
}

/** The values are expressions of Python. */
function authorization(publicKey: string | undefined): Record<string, string> {
  if (publicKey === '') return {};
  const key = publicKey ?? "{os.environ['COST_CONTRACT_API_KEY']}";
  return { Authorization: `${publicKey === undefined ? 'f' : ''}${JSON.stringify(`Bearer ${key}`)}` };
}

/** Returns a JSON value as a literal of Python, whose strings are those of JSON. */
function literal(value: unknown, level: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, level)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return dictionary(
    mapped(value as Record<string, unknown>, (one) => literal(one, level + 1)),
    level,
  );
}

function dictionary(entries: Readonly<Record<string, string>>, level: number): string {
  const lines = Object.entries(entries).map(
    ([name, value]) => `${indent.repeat(level + 1)}${JSON.stringify(name)}: ${value},`,
  );
  return lines.length > 0 ? ['{', ...lines, `${indent.repeat(level)}}`].join('\n') : '{}';
}

function groupedBy(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

function mapped<T>(
  entries: Readonly<Record<string, T>>,
  convert: (value: T) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, convert(value)]));
}

function parsed(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}
