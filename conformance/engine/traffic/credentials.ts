import {
  authorizationParts,
  isCredentialHeader,
  isCredentialParameter,
  isKeyHeader,
  isRedacted,
  redactPlaces,
  secretsInHeader,
  secretsInPlaces,
} from '../../../src/redaction/credential-places.js';
import { createRedactor, redactedMark, shortestSecret } from '../../../src/redaction/redact-secrets.js';
import { type Exchange, keyVariables } from '../http/exchange.js';
import { createShownRedactor, rememberLong } from '../http/redact-shown.js';
import { splitQuery } from '../http/split-query.js';
import type { Pair, RawExchange } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

/** Maximum number of secrets of each kind; real traffic contains fewer. */
const maxSecrets = 100;
/** A longer secret is redacted in its place only: servers refuse headers of this length. */
const longestSecret = 16 * 1024;
/** A shorter key may be equal to a word of the API, so finding it does not prove that it is repeated. */
const distinctiveLength = 12;

type Authorization = Pick<SeenExchange, 'authorization' | 'callerId'>;

/**
 * The secrets in recorded traffic: every value of a header, parameter or property that carries
 * credentials. A secret is redacted in its place and, unless it is shorter than 8 characters,
 * everywhere else.
 */
export class Credentials {
  /** API keys. */
  readonly #keys = new Set<string>();
  readonly #others = new Set<string>();
  readonly #names = new Map<string, string>();
  #redact: ((text: string) => string) | undefined;
  #redactDistinctive: ((text: string) => string) | undefined;

  /** @param showsKeys false if the recorder may have removed Authorization headers */
  constructor(readonly showsKeys: boolean) {}

  /** Stores the secrets of an exchange, so that they are redacted from then on. */
  learn(raw: RawExchange): void {
    for (const [name, value] of [...raw.requestHeaders, ...raw.responseHeaders]) {
      const secrets = isKeyHeader(name) ? this.#keys : this.#others;
      if (isCredentialHeader(name)) {
        for (const secret of secretsInHeader(name, value)) this.#add(secrets, secret);
      } else this.#learnFrom(value);
    }
    this.#learnFrom(raw.url);
    if (raw.userInfo) this.#learnFrom(`//${raw.userInfo}@`);
    this.#learnFrom(raw.requestBody ?? '');
    if ('text' in raw.responseBody) this.#learnFrom(raw.responseBody.text);
  }

  /** Returns a text with its secrets redacted. */
  readonly text = (text: string): string => {
    if (!this.#redact) {
      const redact = createShownRedactor([...this.#keys, ...this.#others]);
      this.#redact = rememberLong((whole) => redact(redactPlaces(whole)));
    }
    return this.#redact(text);
  };

  readonly headers = (headers: readonly Pair[]): Pair[] =>
    headers.map(([name, value]) => [this.text(name), this.#header(name.toLowerCase(), value)]);

  /** Returns an exchange with its secrets redacted. A bearer token becomes the variable that a curl command uses. */
  readonly exchange = (exchange: Exchange): Exchange => {
    const { request, response } = exchange;
    return {
      ...exchange,
      request: {
        method: this.text(request.method),
        url: this.text(request.url),
        path: this.text(request.path),
        query: request.query.map(([name, value]) => [
          this.text(name),
          isCredentialParameter(name) ? redactedMark : this.text(value),
        ]),
        headers: Object.fromEntries(this.headers(Object.entries(request.headers))),
        body: request.body === null ? null : this.text(request.body),
      },
      response: response && {
        ...response,
        headers: Object.fromEntries(this.headers(Object.entries(response.headers))),
        body: this.text(response.body),
      },
    };
  };

  /** Whether a text contains an API key, in any encoding. */
  repeatsKey(texts: readonly string[]): boolean {
    this.#redactDistinctive ??= createRedactor(
      [...this.#keys].filter(({ length }) => length >= distinctiveLength),
    );
    const redact = this.#redactDistinctive;
    return texts.some((text) => redact(text) !== text);
  }

  authorizationOf(headers: readonly Pair[]): Authorization {
    const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    if (value === undefined) return { authorization: this.showsKeys ? 'none' : 'unknown', callerId: null };
    const { scheme, token } = authorizationParts(value);
    if (isRedacted(value)) return { authorization: 'unknown', callerId: null };
    if (!/^bearer$/i.test(scheme)) return { authorization: 'other-scheme', callerId: null };
    if (token === '') return { authorization: 'empty-bearer', callerId: null };
    return isRedacted(token)
      ? { authorization: 'unknown', callerId: null }
      : { authorization: 'bearer', callerId: this.#nameOf(token) };
  }

  #learnFrom(text: string): void {
    for (const secret of secretsInPlaces(text)) {
      if (this.#others.size >= maxSecrets) return;
      this.#add(this.#others, secret);
    }
  }

  #add(secrets: Set<string>, secret: string): void {
    if (secret.length < shortestSecret || secret.length > longestSecret) return;
    if (isRedacted(secret) || secret.startsWith('$COST_CONTRACT_')) return;
    if (secrets.has(secret) || secrets.size >= maxSecrets) return;
    secrets.add(secret);
    this.#redact = undefined;
    this.#redactDistinctive = undefined;
  }

  #header(name: string, value: string): string {
    if (!isCredentialHeader(name)) return this.text(value);
    if (name !== 'authorization' && name !== 'proxy-authorization') return redactedMark;
    const { scheme, token, isKnown } = authorizationParts(value);
    if (!isKnown) return redactedMark;
    if (token === '') return scheme;
    const isCaller = name === 'authorization' && /^bearer$/i.test(scheme) && !isRedacted(token);
    return `${scheme} ${isCaller ? this.#nameOf(token) : redactedMark}`;
  }

  /** Names callers in the order of their first request; the first three are the variables of curl commands. */
  #nameOf(token: string): string {
    const known = this.#names.get(token);
    if (known !== undefined) return known;
    const name = Object.values(keyVariables)[this.#names.size] ?? `[API key ${this.#names.size + 1}]`;
    if (this.#names.size < maxSecrets) this.#names.set(token, name);
    return name;
  }
}

/** Returns the decoded query of a URL, with its secrets redacted. */
export function shownQuery(url: string, credentials: Credentials): Pair[] {
  return [...new URLSearchParams(splitQuery(url)[1])].map(([name, value]) => [
    credentials.text(name),
    isCredentialParameter(name) ? redactedMark : credentials.text(value),
  ]);
}
