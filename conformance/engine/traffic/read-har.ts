import { beginningOf } from '../beginning-of.js';
import { CannotStart } from '../cannot-start.js';
import { measure } from '../http/parse-body.js';
import type { Pair, RawExchange, RecordedBody } from './raw-exchange.js';

/** Maximum number of names and values, to limit memory use: those of about 80,000 exchanges. */
const maxParts = 20_000_000;

/** Maximum characters of the name and of the value of a header that are read; servers refuse far shorter ones. */
const longestHeader = 64 * 1024;

/** The archive is unusable. The message states the place and the reason. */
export class BadHar extends CannotStart {
  override readonly name = 'BadHar';
}

/**
 * Reads an HTTP archive (HAR 1.2), as written by browsers, Playwright, mitmproxy and others.
 *
 * @param file name of the archive in messages
 * @param attached reads a body that is stored in a separate file next to the archive
 * @param origin of URLs without one; default: the Host header
 * @throws {BadHar}
 */
export function readHar(
  text: string,
  file: string,
  attached: (name: string) => string | undefined = () => undefined,
  origin?: string,
): RawExchange[] {
  if (text.startsWith('PK\u0003\u0004')) {
    throw new BadHar(`${file} is a ZIP archive. Extract it and give the .har file in it.`);
  }
  if (measure(text).parts > maxParts) {
    throw new BadHar(
      `${file} contains more than ${maxParts / 1e6} million names and values. Record less, or split it.`,
    );
  }
  let root: any;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new BadHar(`${file} is not JSON${placeOf(error, text)}.`);
  }
  const entries = root?.log?.entries;
  if (!Array.isArray(entries)) {
    throw new BadHar(`${file} is not an HTTP archive: log.entries is not a list.`);
  }
  const reader = new EntryReader(file, attached, origin);
  return entries.map((entry, index) => reader.read(entry, `log.entries[${index}]`));
}

class EntryReader {
  constructor(
    readonly file: string,
    readonly attached: (name: string) => string | undefined,
    readonly origin: string | undefined,
  ) {}

  read(entry: any, where: string): RawExchange {
    const bad = (name: string, type: string): never => {
      throw new BadHar(`${this.file}: ${where}.${name} is not ${type}.`);
    };
    const { request } = entry ?? {};
    const response = entry?.response ?? {};
    if (typeof request?.url !== 'string') return bad('request.url', 'a string');
    if (typeof request.method !== 'string') return bad('request.method', 'a string');
    if (typeof response !== 'object') return bad('response', 'an object');
    // Without a response, recorders leave out the object, its status, or both.
    const status = response.status ?? 0;
    if (typeof status !== 'number') return bad('response.status', 'a number');
    const startedAt = Date.parse(entry.startedDateTime);
    const requestHeaders = pairs(request.headers, () => bad('request.headers', 'a list of names and values'));
    const responseHeaders = pairs(response.headers, () =>
      bad('response.headers', 'a list of names and values'),
    );
    const lacksHeaders = responseHeaders.length === 0;
    return {
      where,
      method: request.method.toUpperCase(),
      url: this.#absolute(request.url, requestHeaders),
      userInfo: userInfo.exec(request.url)?.[2],
      requestHeaders,
      requestBody: this.#requestBody(request),
      status: isFromCache(entry, status) ? 304 : Math.max(0, status),
      responseHeaders: lacksHeaders ? contentType(response.content) : responseHeaders,
      lacksHeaders,
      responseBody: this.#responseBody(response),
      startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
      durationMs: typeof entry.time === 'number' && entry.time > 0 ? entry.time : 0,
    };
  }

  /** Returns an absolute URL, without a fragment and user information, which are not sent. */
  #absolute(url: string, headers: readonly Pair[]): string {
    const bare = url.replace(/#.*$/s, '').replace(userInfo, '$1');
    if (!bare.startsWith('/')) return bare;
    const host = headers.find(([name]) => /^(host|:authority)$/i.test(name))?.[1];
    const scheme = headers.find(([name]) => name === ':scheme')?.[1] ?? 'http';
    return `${this.origin ?? (host === undefined ? '' : `${scheme}://${host}`)}${bare}`;
  }

  #requestBody({ postData, bodySize }: any): string | null | undefined {
    const text = this.#textOf(postData ?? {});
    if (text !== undefined) return text;
    const form = formOf(postData ?? {});
    if (form !== undefined) return form;
    return bodySize > 0 || postData?._file !== undefined || postData?.params?.length > 0 ? undefined : null;
  }

  #textOf({ text, encoding, _file }: any): string | undefined {
    if (typeof text === 'string') {
      return /^base64$/i.test(encoding) ? Buffer.from(text, 'base64').toString('utf8') : text;
    }
    return typeof _file === 'string' ? this.attached(_file) : undefined;
  }

  #responseBody({ content, bodySize }: any): RecordedBody {
    const text = this.#textOf(content ?? {});
    if (text === undefined) {
      // Browsers may write one size of 0 for a body that they dropped, so only two zeros mean an empty body.
      return content?.size === 0 && bodySize === 0 ? { text: '' } : { unknown: 'missing' };
    }
    // Some recorders write the compressed size, so only a larger size indicates truncation.
    const isTruncated = content.size > Buffer.byteLength(text) && !isJson(text);
    return isTruncated ? { unknown: 'truncated' } : { text };
  }
}

/** Matches the user information of a URL. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)@/i;

/** Whether the browser served the response from its cache or a service worker. */
function isFromCache({ _fromCache, _servedFromCache, response }: any, status: number): boolean {
  return status > 0 && Boolean(_fromCache ?? _servedFromCache ?? response._fromServiceWorker);
}

/** Returns the Content-Type of a response whose headers were removed, if the archive still contains it. */
function contentType(content: any): Pair[] {
  const type = content?.mimeType;
  // Browsers write this for an unknown type.
  return typeof type === 'string' && type !== '' && type !== 'x-unknown' ? [['content-type', type]] : [];
}

/** Returns a form as it was sent. Some recorders store only its parameters. */
function formOf({ mimeType, params }: any): string | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  if (!/^application\/x-www-form-urlencoded\b/i.test(mimeType)) return undefined;
  return new URLSearchParams(
    params.map((one) => [String(one?.name ?? ''), String(one?.value ?? '')]),
  ).toString();
}

function pairs(list: unknown, bad: () => never): Pair[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return bad();
  return list.map((pair) => {
    if (typeof pair?.name !== 'string') return bad();
    return [beginningOf(pair.name, longestHeader), beginningOf(String(pair.value ?? ''), longestHeader)];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Describes the place of a syntax error, if the engine reports it. Omits the text there, which may be a secret. */
function placeOf(error: unknown, text: string): string {
  const { message } = error as Error;
  if (text.trim() === '') return ': it is empty';
  // Bounded: the engine quotes about 20 characters.
  const near = /\.\.\.(.+?)\.\.\. is not valid JSON$/s.exec(message)?.[1]?.slice(1, -1);
  const reported = /at position (\d+)/.exec(message)?.[1];
  const position = reported === undefined ? near && text.indexOf(near) : Number(reported);
  if (/end of JSON|Unterminated/i.test(message) || Number(position) >= text.trimEnd().length) {
    return ': it ends early, as if it was not written completely';
  }
  if (typeof position !== 'number' || position < 0) return '';
  return `: syntax error in line ${text.slice(0, position).split('\n').length}`;
}
