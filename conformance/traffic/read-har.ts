import { CannotStart } from '../cannot-start.js';
import { measure } from '../http/parse-body.js';
import type { Pair, RawExchange, RecordedBody } from './raw-exchange.js';

/** Names and values that fit into memory: those of some 80,000 exchanges. */
const mostParts = 20_000_000;

/** The archive cannot be used; the message says where and why. */
export class BadHar extends CannotStart {
  override readonly name = 'BadHar';
}

/**
 * Reads an HTTP archive, version 1.2, as browsers, Playwright, mitmproxy and others write it.
 *
 * @param file for messages
 * @param attached reads a body that stands in a file of its own beside the archive
 * @throws {BadHar}
 */
export function readHar(
  text: string,
  file: string,
  attached: (name: string) => string | undefined = () => undefined,
): RawExchange[] {
  if (text.startsWith('PK\u0003\u0004')) {
    throw new BadHar(`${file} is a ZIP archive: unpack it, and give the .har file in it.`);
  }
  if (measure(text).parts > mostParts) {
    throw new BadHar(
      `${file} holds more than ${mostParts / 1e6} million names and values: record less, or in parts.`,
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
    throw new BadHar(`${file} is no HTTP archive: it has no list at log.entries.`);
  }
  const reader = new EntryReader(file, attached);
  return entries.map((entry, index) => reader.read(entry, `log.entries[${index}]`));
}

class EntryReader {
  constructor(
    readonly file: string,
    readonly attached: (name: string) => string | undefined,
  ) {}

  read(entry: any, where: string): RawExchange {
    const bad = (name: string, what: string): never => {
      throw new BadHar(`${this.file}: ${where}.${name} is not ${what}.`);
    };
    const { request, response } = entry ?? {};
    if (typeof request?.url !== 'string') return bad('request.url', 'a string');
    if (typeof request.method !== 'string') return bad('request.method', 'a string');
    if (typeof response !== 'object' || response === null) return bad('response', 'an object');
    if (typeof response.status !== 'number') return bad('response.status', 'a number');
    const status = servedFromCache(entry) ? 304 : Math.max(0, response.status);
    const startedAt = Date.parse(entry.startedDateTime);
    return {
      where,
      method: request.method.toUpperCase(),
      url: request.url.replace(userInfo, '$1'),
      userInfo: userInfo.exec(request.url)?.[2],
      requestHeaders: pairs(request.headers, () => bad('request.headers', 'a list of names and values')),
      requestBody: this.#requestBody(request),
      status,
      responseHeaders: pairs(response.headers, () => bad('response.headers', 'a list of names and values')),
      responseBody: this.#responseBody(response),
      startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
      durationMs: typeof entry.time === 'number' && entry.time > 0 ? entry.time : 0,
    };
  }

  #requestBody({ postData, bodySize }: any): string | null | undefined {
    if (postData) return this.#textOf(postData);
    return bodySize > 0 ? undefined : null;
  }

  #textOf({ text: own, encoding, _file }: any): string | undefined {
    if (typeof own === 'string') {
      return encoding === 'base64' ? Buffer.from(own, 'base64').toString('utf8') : own;
    }
    return typeof _file === 'string' ? this.attached(_file) : undefined;
  }

  #responseBody({ content, bodySize }: any): RecordedBody {
    const own = this.#textOf(content ?? {});
    if (own === undefined) {
      // Only where both sizes are told to be none there was none; a browser that forgot a body says so of one.
      return content?.size === 0 && bodySize === 0 ? { text: '' } : { unknown: 'missing' };
    }
    // Some write down the size as it was compressed, so that only a larger one tells something.
    const isShort = content.size > Buffer.byteLength(own) && !isJson(own);
    return isShort ? { unknown: 'truncated' } : { text: own };
  }
}

/** A user and a password may stand before the host. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)@/i;

/** A browser may answer itself, from its cache, with what it was told before. */
function servedFromCache({ _fromCache, _servedFromCache, response }: any): boolean {
  return Boolean(_fromCache ?? _servedFromCache ?? response._fromServiceWorker);
}

function pairs(list: unknown, bad: () => never): Pair[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return bad();
  return list.map((pair) => {
    if (typeof pair?.name !== 'string') return bad();
    return [pair.name, String(pair.value ?? '')];
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

/** In which line JSON ends to be JSON, as far as the engine tells; what stands there may be a secret. */
function placeOf(error: unknown, text: string): string {
  const { message } = error as Error;
  if (text.trim() === '') return ': it is empty';
  const near = /\.\.\.(.+?)\.\.\. is not valid JSON$/s.exec(message)?.[1]?.slice(1, -1);
  const told = /at position (\d+)/.exec(message)?.[1];
  const position = told === undefined ? near && text.indexOf(near) : Number(told);
  if (/end of JSON|Unterminated/i.test(message) || Number(position) >= text.trimEnd().length) {
    return ': it ends in the middle, as if its writing was cut off';
  }
  if (typeof position !== 'number' || position < 0) return '';
  return ` in line ${text.slice(0, position).split('\n').length}`;
}
