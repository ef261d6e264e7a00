/** An entry of an HTTP archive: a success of the providers list, but for what is given. */
export interface EntryParts {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body of the answer; an object is sent as JSON. */
  readonly answer?: unknown;
  /** Takes the place of the content that would be made of `answer`. */
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
  const answer = parts.answer ?? providersResponse;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
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
