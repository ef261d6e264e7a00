import { eventTypeOf, type WebhookEvent } from './event.js';
import { type Secrets, signersOf } from './secrets.js';
import { WebhookVerificationError } from './webhook-verification-error.js';

/** Headers as frameworks provide them: a web `Headers`, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How deliveries are verified. */
export interface VerifyOptions {
  /** Seconds that a delivery may be old, or ahead of this machine's clock (default: 300). */
  readonly toleranceSeconds?: number;
  /** The present moment (default: this machine's clock). */
  readonly now?: Date;
}

/**
 * Verifies a delivery and parses its body. Signatures are compared in constant time.
 *
 * @param secrets `whsec_` and base64; several while one replaces another
 * @param headers of the delivery
 * @param body the bytes or text as received: nothing may parse them before
 * @throws {WebhookVerificationError} when the delivery must be refused
 * @throws {TypeError} when secrets or body cannot be what was meant: an error of the receiver, not of the delivery
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
      '`webhook-timestamp` is not whole seconds since 1970.',
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
      'none of its signatures is made with your secret over these bytes. Check that the secret is this endpoint’s, and that nothing parses or changes the body before it is verified.',
    );
  }
  refuseOtherTimes(sentAt, now, toleranceSeconds);
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
  throw new WebhookVerificationError('missing-header', `it has no \`${name}\`.`);
}

function textOf(body: string | ArrayBuffer | ArrayBufferView): string {
  if (typeof body === 'string') return body;
  // Not instanceof: a buffer may come from another realm.
  if (!ArrayBuffer.isView(body) && Object.prototype.toString.call(body) !== '[object ArrayBuffer]') {
    throw new TypeError(
      'The body has been parsed already, so what was signed is lost: pass its bytes or text as they came. In Express, mount express.raw() on this route instead of express.json().',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new WebhookVerificationError('invalid-body', 'its body is not UTF-8.', { cause });
  }
}

function refuseOtherTimes(sentAt: Date, now: Date, toleranceSeconds: number): void {
  const age = (now.getTime() - sentAt.getTime()) / 1000;
  if (Math.abs(age) <= toleranceSeconds) return;
  const [code, when] = age > 0 ? (['too-old', 'ago'] as const) : (['too-new', 'ahead'] as const);
  throw new WebhookVerificationError(
    code,
    `it was sent ${Math.round(Math.abs(age))} seconds ${when}, and ${toleranceSeconds} are allowed. It may be a recording; if all are refused, set this machine’s clock.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WebhookVerificationError('invalid-body', 'its body is signed, but is not JSON.', { cause });
  }
}
