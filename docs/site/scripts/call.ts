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

/** The call as a line for a shell; the key comes from the environment, so the line can be shown to others. */
export function curlOf({ method, target, headers, body }: Call, baseUrl: string): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + target)}`,
    '-H "Authorization: Bearer $COST_CONTRACT_API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(compact(body))}`]),
  ].join(' \\\n  ');
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
