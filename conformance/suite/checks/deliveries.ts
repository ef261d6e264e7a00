import { eventValidators } from '../../../src/generated/validators.js';
import type { ActiveCheck, Check } from '../../engine/check.js';
import type { Delivery } from '../../engine/http/receiver.js';
import { Blocked, fail, NotApplicable } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import { type AreaClaim, derived, proposal, stated } from '../claims.js';
import { isSignedWith, signatureHeaders } from '../expect/signature.js';
import { type Deliveries, deliveryMs } from '../scenarios/deliveries.js';
import type { Judgment } from './shared/on-response.js';

/** Returns a check of the deliveries; one scenario causes and receives them for all of these checks. */
function deliveryCheck({
  judge,
  ...claim
}: AreaClaim & {
  readonly requests?: number;
  readonly judge: (deliveries: Deliveries) => void;
}): ActiveCheck {
  return {
    source: 'Events',
    // The requests of the scenario are counted with the first check below.
    requests: 0,
    ...claim,
    operations: ['createWebhookEndpoint'],
    async run(probe) {
      judge(await probe.deliveries());
    },
  };
}

/** Returns the deliveries that were received, each with the type of its event. */
function received({ all, types }: Deliveries): { delivery: Delivery; type: string }[] {
  return all.flatMap((delivery, index) => (delivery ? [{ delivery, type: types[index] as string }] : []));
}

const undelivered = (what: string) => new Blocked(what, undefined, 'webhooks.event-is-delivered');

/** Returns a check that judges each delivery that was received. */
function onDelivery({
  judge,
  ...claim
}: AreaClaim & {
  readonly judge: (delivery: Delivery, type: string, deliveries: Deliveries) => Judgment;
}): ActiveCheck {
  return deliveryCheck({
    ...claim,
    judge(deliveries) {
      const found = received(deliveries);
      if (found.length === 0) throw undelivered('no event was delivered');
      for (const { delivery, type } of found) {
        const judgment = judge(delivery, type, deliveries);
        if (judgment !== true) fail(judgment);
      }
    },
  });
}

const standard = 'Standard Webhooks 1.0.0';
/** How far the timestamp of a delivery may be from its receipt; receivers reject older ones as replays. */
const toleranceMs = 5 * 60_000;

const header = ({ headers }: Delivery, name: string) =>
  headers[name] === undefined ? `no ${name}` : `${name}: ${headers[name]}`;

function parsed({ text }: Delivery): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const deliveryChecks: readonly Check[] = [
  deliveryCheck({
    id: 'webhooks.event-is-delivered',
    ...stated,
    requirement: 'An event is delivered to an endpoint that is registered for its type.',
    requests: 4,
    judge: ({ all, types }) => {
      const missing = all.findIndex((delivery) => !delivery);
      if (missing < 0) return;
      fail({
        message: `An event of type ${types[missing]} is not delivered.`,
        expected: `a request to the url of the endpoint within ${deliveryMs / 1000} s`,
        actual: 'no request',
      });
    },
  }),
  deliveryCheck({
    id: 'webhooks.only-its-types-are-sent',
    ...derived,
    requirement: 'An endpoint receives only events of the types that it is registered for.',
    judge: ({ all, stray, types }) => {
      if (!all[0]) throw undelivered('no event was delivered');
      if (!stray) return;
      fail({
        message: `An endpoint receives an event of type ${types[0]}, which it is not registered for.`,
        expected: `only events of type ${types[1]}`,
        actual: show(stray.text),
      });
    },
  }),
  deliveryCheck({
    id: 'webhooks.removed-endpoint-gets-nothing',
    ...derived,
    requirement: 'A deleted endpoint receives no further events.',
    source: 'Events: DELETE removes an endpoint',
    judge: ({ all, late }) => {
      if (late instanceof Error) throw late;
      if (!all[2]) throw undelivered('no later event was delivered');
      const [first] = late;
      if (!first) return;
      fail({
        message: 'A deleted endpoint receives an event.',
        expected: 'no event after the deletion',
        actual: show(first.text),
      });
    },
  }),
  onDelivery({
    id: 'webhooks.delivery-is-signed',
    ...stated,
    requirement: 'A delivery has an HMAC-SHA256 signature in one of its headers.',
    judge: (delivery) =>
      signatureHeaders(delivery).length > 0 || {
        message: 'A delivery has no signature.',
        expected: 'a header with an HMAC-SHA256: 32 bytes in base64 or hexadecimal',
        actual: `headers ${Object.keys(delivery.headers).join(', ')}`,
      },
  }),
  deliveryCheck({
    id: 'webhooks.signatures-differ',
    ...derived,
    requirement: 'Two deliveries with different bodies have different signatures.',
    source: 'Events: receivers verify the signature of a delivery',
    judge: (deliveries) => {
      const [first, second] = received(deliveries).map(({ delivery }) => delivery);
      if (!first || !second) throw undelivered('fewer than two events were delivered');
      const names = signatureHeaders(first);
      if (names.length === 0)
        throw new Blocked('no delivery is signed', undefined, 'webhooks.delivery-is-signed');
      if (names.some((name) => first.headers[name] !== second.headers[name])) return;
      fail({
        message: 'Two deliveries with different bodies have the same signature.',
        expected: `a different ${names.join(' or ')} for a different body`,
        actual: 'the same value for both',
      });
    },
  }),
  onDelivery({
    id: 'webhooks.delivery-is-a-json-post',
    ...proposal,
    requirement: 'An event is delivered as JSON by POST.',
    source: 'What the service does: HTTP and JSON',
    judge: (delivery) => {
      const type = delivery.headers['content-type'] ?? '';
      if (
        delivery.method === 'POST' &&
        /^application\/json\s*(;|$)/i.test(type) &&
        parsed(delivery) !== undefined
      )
        return true;
      return {
        message: 'An event is not delivered as JSON by POST.',
        expected: 'POST with Content-Type: application/json and a JSON body',
        actual: `${delivery.method} with ${header(delivery, 'content-type')}`,
      };
    },
  }),
  onDelivery({
    id: 'webhooks.delivery-has-standard-headers',
    ...proposal,
    requirement:
      'A delivery has the headers webhook-id, webhook-timestamp (Unix seconds) and webhook-signature.',
    source: standard,
    judge: (delivery) => {
      const {
        'webhook-id': id = '',
        'webhook-timestamp': at = '',
        'webhook-signature': signature = '',
      } = delivery.headers;
      if (/^[^.\s]+$/.test(id) && /^\d+$/.test(at) && /^v\d+a?,/.test(signature)) return true;
      return {
        message: 'A delivery lacks the headers of Standard Webhooks.',
        expected: 'webhook-id, webhook-timestamp in seconds, and webhook-signature: v1,…',
        actual: ['webhook-id', 'webhook-timestamp', 'webhook-signature']
          .map((name) => header(delivery, name))
          .join(', '),
      };
    },
  }),
  onDelivery({
    id: 'webhooks.delivery-is-dated-now',
    ...proposal,
    requirement: 'webhook-timestamp is within 5 minutes of the delivery; receivers reject older timestamps.',
    source: standard,
    judge: (delivery) => {
      const at = delivery.headers['webhook-timestamp'] ?? '';
      if (!/^\d+$/.test(at)) throw new NotApplicable('deliveries have no webhook-timestamp');
      if (Math.abs(Number(at) * 1000 - delivery.receivedAt) <= toleranceMs) return true;
      return {
        message: 'The webhook-timestamp of a delivery is more than 5 minutes off.',
        expected: `about ${Math.floor(delivery.receivedAt / 1000)}`,
        actual: `webhook-timestamp: ${at}`,
      };
    },
  }),
  onDelivery({
    id: 'webhooks.signature-verifies',
    ...proposal,
    level: 'MUST',
    requirement: 'The signature is the HMAC-SHA256 of id, timestamp and body with the signing secret as key.',
    source: standard,
    judge: (delivery, _, { secret }) => {
      if (secret === undefined) {
        throw new NotApplicable('the signing secret is unknown; provide webhook_secret with --fixtures');
      }
      if (isSignedWith(secret, delivery)) return true;
      return {
        message: 'The signature of a delivery does not verify with the signing secret.',
        expected: 'v1,base64 of HMAC-SHA256 over webhook-id.webhook-timestamp.body',
        actual: header(delivery, 'webhook-signature'),
      };
    },
  }),
  onDelivery({
    id: 'webhooks.delivery-fits-its-schema',
    ...proposal,
    requirement: 'The body of an event matches the schema of its type.',
    judge: (delivery, type) => {
      const validate = eventValidators[type];
      if (!validate || validate(parsed(delivery))) return true;
      const [error] = validate.errors ?? [];
      return {
        message: `An event of type ${type} does not match its schema.`,
        expected: `${error?.instancePath || 'the body'} ${error?.message}`,
        actual: show(parsed(delivery) ?? delivery.text),
      };
    },
  }),
  deliveryCheck({
    id: 'webhooks.refused-delivery-is-repeated',
    ...proposal,
    requirement: 'A delivery that receives 503 is retried after 5 seconds.',
    source: standard,
    judge: ({ refused, repeated }) => {
      if (!refused) throw undelivered('no event was delivered that the receiver could reject');
      if (repeated) return;
      fail({
        message: 'A failed delivery is not retried.',
        expected: 'the same event again after about 5 s',
        actual: 'no request within 8 s',
      });
    },
  }),
  deliveryCheck({
    id: 'webhooks.retried-delivery-has-the-same-id',
    ...proposal,
    requirement: 'A retried delivery has the webhook-id and the body of the first attempt.',
    source: standard,
    judge: ({ refused, repeated }) => {
      if (!refused || !repeated) throw new NotApplicable('no delivery was retried');
      const hasId = refused.headers['webhook-id'] === repeated.headers['webhook-id'];
      const hasBody = Buffer.compare(refused.body, repeated.body) === 0;
      if (hasId && hasBody) return;
      fail({
        message: 'A retried delivery has a different id or body.',
        expected: `${header(refused, 'webhook-id')}, and the same body`,
        actual: `${header(repeated, 'webhook-id')}, and ${hasBody ? 'the same' : 'a different'} body`,
      });
    },
  }),
];
