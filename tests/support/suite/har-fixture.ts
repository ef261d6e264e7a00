/** Overrides for an entry of an HTTP archive, which by default is a success of `GET /providers`. */
export interface EntryParts {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** A body that is not a string is sent as JSON. */
  readonly responseBody?: unknown;
  /** Replaces the content that is made from `responseBody`. */
  readonly content?: object;
  /** When it began, in milliseconds after the start of the recording. */
  readonly at?: number;
  /** Other members of the entry. */
  readonly extra?: object;
}

export const base = 'http://127.0.0.1:4010';

export const providersResponse = {
  success: true,
  timestamp: '2026-06-15T12:00:00Z',
  data: [{ provider_id: 'provider_a', provider_name: 'Provider A' }],
};

function anEntry(parts: EntryParts = {}): object {
  const body = parts.responseBody ?? providersResponse;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    startedDateTime: new Date(Date.parse('2026-06-15T12:00:00Z') + (parts.at ?? 0)).toISOString(),
    time: 12,
    request: {
      method: parts.method ?? 'GET',
      url: parts.url ?? `${base}/api/v1/providers`,
      headers: pairs(parts.headers ?? { Authorization: 'Bearer one_secret_key' }),
      queryString: [],
      ...(parts.body === undefined ? {} : { postData: { mimeType: 'application/json', text: parts.body } }),
    },
    response: {
      status: parts.status ?? 200,
      headers: pairs(parts.responseHeaders ?? { 'content-type': 'application/json' }),
      content: parts.content ?? { size: Buffer.byteLength(text), mimeType: 'application/json', text },
    },
    ...parts.extra,
  };
}

export function aHar(...entries: readonly EntryParts[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: {}, entries: entries.map(anEntry) } });
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
