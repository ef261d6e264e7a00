/** A request from the form, without base URL and API key. */
export interface Call {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A field of the form with its values. */
export interface Field {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly values: readonly string[];
  /** Whether the field has several values, or numbers. Only affects the TypeScript sample. */
  readonly isList?: boolean;
  readonly isNumber?: boolean;
}

/** Builds the request from the fields of a form. Empty fields are not sent. */
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
 * Returns the request as a curl command.
 *
 * @param publicKey a test key of the mock, or an empty string to send none; by default the command reads the
 *   key from the environment, so that it can be shared
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

/** Returns the request as a program for the client. A key that is not public is read from the environment. */
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

/** Removes whitespace from JSON, and returns any other text unchanged. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
