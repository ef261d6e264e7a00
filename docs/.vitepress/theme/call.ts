/** A call as the form says it, without address of a server and without key. */
export interface Call {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What stands in one field: where it goes, its name, and the values. */
export interface Field {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly values: readonly string[];
  /** Whether it takes several values, or numbers; in an address it makes no difference. */
  readonly isList?: boolean;
  readonly isNumber?: boolean;
}

/** Puts the fields of a form in their places; a field that is left empty is not sent. */
export function callOf(method: string, path: string, fields: readonly Field[], body: string | null): Call {
  const at = (place: Field['place']) =>
    fields.filter((field) => field.place === place && field.values.length > 0);
  const values = new Map(at('path').map(({ name, values: [value = ''] }) => [name, value]));
  const query = new URLSearchParams(
    at('query').flatMap(({ name, values }) => values.map((value) => [name, value])),
  );
  return {
    method,
    target: `${path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ''))}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      ...Object.fromEntries(at('header').map(({ name, values: [value = ''] }) => [name, value])),
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
  };
}

/**
 * The call as a line for a shell.
 *
 * @param publicKey one of the mock's, or nothing to call without; left out, the key comes from the
 *   environment, so that the line can be shown to others
 */
export function curlOf(
  { method, target, headers, body }: Call,
  baseUrl: string,
  publicKey = '$COST_CONTRACT_API_KEY',
): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + target)}`,
    ...(publicKey === '' ? [] : [`-H "Authorization: Bearer ${publicKey}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(compact(body))}`]),
  ].join(' \\\n  ');
}

/** The call as a program for the client, which needs a key; where it is not public, it comes from the environment here, too. */
export function programOf(
  method: string,
  fields: readonly Field[],
  body: string | null,
  baseUrl: string,
  publicKey = '',
): string {
  const given = fields.filter(({ values }) => values.length > 0);
  const parameters = given.filter(({ place }) => place !== 'header');
  const headers = given.filter(({ place }) => place === 'header');
  const args = [
    ...(parameters.length > 0 || (headers.length > 0 && body === null) ? [objectOf(parameters)] : []),
    ...(body === null ? [] : [body]),
    ...(headers.length > 0 ? [`{ headers: ${objectOf(headers)} }`] : []),
  ];
  return [
    "import { createClient } from 'cloud-cost-contract';",
    '',
    'const client = createClient({',
    `  baseUrl: '${baseUrl}',`,
    `  apiKey: ${publicKey === '' ? "process.env.COST_CONTRACT_API_KEY ?? ''" : literal(publicKey)},`,
    '});',
    `const response = await client.${method}(${args.join(', ')});`,
  ].join('\n');
}

function objectOf(fields: readonly Field[]): string {
  const entries = fields.map(({ name, values, isList, isNumber }) => {
    const literals = values.map((value) =>
      isNumber && value.trim() !== '' && Number.isFinite(Number(value)) ? value : literal(value),
    );
    return `${/^\w+$/.test(name) ? name : literal(name)}: ${isList ? `[${literals.join(', ')}]` : literals[0]}`;
  });
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** JSON without its line breaks; anything else as it is. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
