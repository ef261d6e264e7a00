import { eventTypeOf, type WebhookEvent } from './event.js';
import { type Secrets, signersOf } from './secrets.js';
import { WebhookVerificationError } from './webhook-verification-error.js';

/** Request headers: a web `Headers`, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of {@link verifyWebhook}. */
export interface VerifyOptions {
  /** Maximum difference between the timestamp of a delivery and the current time, in seconds (default: 300). */
  readonly toleranceSeconds?: number;
  /** The current time (default: the system clock). */
  readonly now?: Date;
}

/**
 * Verifies a delivery and parses its body. Signatures are compared in constant time.
 *
 * @param secrets `whsec_` followed by base64; several during a rotation
 * @param headers the headers of the delivery
 * @param body the raw body as bytes or text, not parsed
 * @throws {WebhookVerificationError} if the delivery is invalid
 * @throws {TypeError} if `secrets` or `body` is invalid, which is an error of the receiver and not of the delivery
 * @example
 * ```ts
 * import { verifyWebhook } from 'cloud-cost-contract/webhooks';
 *
 * export async function receive(request: Request, secret: string): Promise<void> {
 *   const event = verifyWebhook(secret, request.headers, await request.arrayBuffer());
 *   if (event.type === 'optimization.failed') console.log(event.id, event.data.message);
 * }
 * ```
 */
export function verifyWebhook(
  secrets: Secrets,
  headers: WebhookHeaders,
  body: string | ArrayBuffer | ArrayBufferView,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): WebhookEvent {
  const signers = signersOf(secrets);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'invalid-timestamp',
      '`webhook-timestamp` is not a Unix timestamp in seconds.',
    );
  }
  const sentAt = new Date(Number(timestamp) * 1000);
  const text = textOf(body);

  const matches = signers.flatMap((sign) => {
    const expected = sign(id, sentAt, text);
    return signatures.map((signature) => isEqual(signature, expected));
  });
  if (!matches.includes(true)) {
    throw new WebhookVerificationError(
      'no-matching-signature',
      'no signature matches the expected signature of this body. Check that the secret belongs to this endpoint, and that nothing parses or changes the body before verification.',
    );
  }
  checkTimestamp(sentAt, now, toleranceSeconds);
  const data = parse(text);
  return { id, sentAt, type: eventTypeOf(data), data } as WebhookEvent;
}

/** Compares in constant time, which prevents timing attacks. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (text) return text;
  throw new WebhookVerificationError('missing-header', `the header \`${name}\` is missing.`);
}

function textOf(body: string | ArrayBuffer | ArrayBufferView): string {
  if (typeof body === 'string') return body;
  // Not instanceof, because the buffer may be from another realm.
  if (!ArrayBuffer.isView(body) && Object.prototype.toString.call(body) !== '[object ArrayBuffer]') {
    throw new TypeError(
      'The body has already been parsed, so its signature cannot be verified. Pass the raw body as bytes or text. In Express, use express.raw() on this route instead of express.json().',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new WebhookVerificationError('invalid-body', 'the body is not UTF-8.', { cause });
  }
}

function checkTimestamp(sentAt: Date, now: Date, toleranceSeconds: number): void {
  const age = (now.getTime() - sentAt.getTime()) / 1000;
  if (Math.abs(age) <= toleranceSeconds) return;
  const [code, when] = age > 0 ? (['too-old', 'old'] as const) : (['too-new', 'in the future'] as const);
  throw new WebhookVerificationError(
    code,
    `its timestamp is ${Math.round(Math.abs(age))} seconds ${when}, outside the tolerance of ${toleranceSeconds} seconds. The delivery may be a replay; if all deliveries fail, check the system clock.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WebhookVerificationError('invalid-body', 'the signature is valid, but the body is not JSON.', {
      cause,
    });
  }
}
