import {
  authorizationParts,
  isCredentialHeader,
  isCredentialParameter,
  isKeyHeader,
  isRedacted,
  replaceInText,
  secretsInHeader,
} from '../../src/redaction/credential-places.js';
import { createRedactor, redactedMark, shortestSecret } from '../../src/redaction/redact-secrets.js';
import { type Exchange, keyVariables } from '../http/exchange.js';
import { splitQuery } from '../http/split-query.js';
import { createShownRedactor } from '../redact-shown.js';
import type { Pair, RawExchange } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

/** Secrets of one kind that are remembered; who sends more than that does not send secrets. */
const mostSecrets = 100;
/** A shorter key may be a word of the API's own; only a longer one shows that it is repeated. */
const distinctiveLength = 12;

type Authorization = Pick<SeenExchange, 'authorization' | 'callerId'>;

/**
 * What is secret in recorded traffic: every value of a header, parameter or property that carries
 * credentials, whatever its form. It is taken out where it is, and, unless it is shorter than 8
 * characters, wherever else it occurs.
 */
export class Credentials {
  /** What authenticates requests to the API. */
  readonly #keys = new Set<string>();
  readonly #others = new Set<string>();
  readonly #names = new Map<string, string>();
  #redact: ((text: string) => string) | undefined;
  #redactTelling: ((text: string) => string) | undefined;

  /** @param showsKeys false where a missing Authorization may have been taken out before */
  constructor(readonly showsKeys: boolean) {}

  /** Remembers the secrets of an exchange; what is shown from then on is without them. */
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

  /** A text without secrets. */
  readonly text = (text: string): string => {
    this.#redact ??= createShownRedactor([...this.#keys, ...this.#others]);
    return this.#redact(replaceInText(text, () => redactedMark));
  };

  readonly headers = (headers: readonly Pair[]): Pair[] =>
    headers.map(([name, value]) => [this.text(name), this.#header(name.toLowerCase(), value)]);

  /** An exchange as it may be shown: a bearer token is named by the variable that a curl line takes it from. */
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

  /** @returns whether one of some texts contains a key that authenticates requests, however it is written */
  repeatsKey(texts: readonly string[]): boolean {
    this.#redactTelling ??= createRedactor(
      [...this.#keys].filter(({ length }) => length >= distinctiveLength),
    );
    const redact = this.#redactTelling;
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
    replaceInText(text, (secret) => {
      this.#add(this.#others, secret);
      return secret;
    });
  }

  #add(secrets: Set<string>, secret: string): void {
    if (secret.length < shortestSecret || isRedacted(secret) || secret.startsWith('$COST_CONTRACT_')) return;
    if (secrets.has(secret) || secrets.size >= mostSecrets) return;
    secrets.add(secret);
    this.#redact = undefined;
    this.#redactTelling = undefined;
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

  /** Callers are told apart by the order in which they are met: the first are those that a curl line takes. */
  #nameOf(token: string): string {
    const known = this.#names.get(token);
    if (known !== undefined) return known;
    const name = Object.values(keyVariables)[this.#names.size] ?? `[API key ${this.#names.size + 1}]`;
    if (this.#names.size < mostSecrets) this.#names.set(token, name);
    return name;
  }
}

/** @returns the query of an address as it may be shown, decoded */
export function shownQuery(url: string, credentials: Credentials): Pair[] {
  return [...new URLSearchParams(splitQuery(url)[1])].map(([name, value]) => [
    credentials.text(name),
    isCredentialParameter(name) ? redactedMark : credentials.text(value),
  ]);
}
