import { reasonOf } from '../reasons.js';
import { durationOf, type Recorded, startOf } from './recorded.js';
import type { Redact } from './redactor.js';

interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** An HTTP archive, version 1.2, as browsers import it. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

export interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly NameValue[];
    readonly headers: readonly NameValue[];
    readonly queryString: readonly NameValue[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly NameValue[];
    readonly headers: readonly NameValue[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
    /** The stage that responded, and the reason. */
    readonly comment: string;
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

const httpVersion = 'HTTP/1.1';
/** HAR uses -1 for an unknown size. */
const unknown = -1;

export function toHar(recorded: readonly Recorded[], redact: Redact): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'cloud-cost-contract mock', version: '1' },
      entries: recorded.map((each) => entryOf(each, redact)),
    },
  };
}

function entryOf(recorded: Recorded, redact: Redact): HarEntry {
  const { request, response, stage } = recorded;
  const time = durationOf(recorded);
  const query = redact.text(request.query);
  const url = `http://${request.headers.host ?? 'mock.invalid'}${redact.text(request.path)}`;
  const text = response.body === null ? null : redact.text(response.body);
  return {
    startedDateTime: startOf(recorded),
    time,
    request: {
      method: request.method,
      url: query ? `${url}?${query}` : url,
      httpVersion,
      cookies: [],
      headers: pairs(redact.headers(request.headers)),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...(request.body?.length
        ? {
            postData: {
              mimeType: request.headers['content-type'] ?? '',
              text: redact.text(new TextDecoder().decode(request.body)),
            },
          }
        : {}),
      headersSize: unknown,
      bodySize: request.body?.length ?? 0,
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion,
      cookies: [],
      headers: pairs(redact.headers(response.headers)),
      content: {
        size: text === null ? 0 : new TextEncoder().encode(text).length,
        mimeType: response.headers['Content-Type'] ?? '',
        ...(text === null ? {} : { text }),
      },
      redirectURL: '',
      headersSize: unknown,
      bodySize: unknown,
      comment: `${stage}: ${redact.text([reasonOf(recorded), ...recorded.warnings].join(' '))}`,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function pairs(headers: Readonly<Record<string, string>>): NameValue[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
