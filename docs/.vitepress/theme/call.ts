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
