import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { Blocked, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { derived, proposal } from '../../claims.js';
import { isFresh, isReplay } from '../../scenarios/keyed-write.js';
import { sent } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#34;': '"',
  '&#x27;': "'",
  '&#x22;': '"',
};

/** Whether a text is another one with HTML entities, apart from blanks around it. */
function isEncoded(requested: string, returned: unknown): boolean {
  const decoded = String(returned).replace(
    /&#?\w{2,4};/g,
    (entity) => entities[entity.toLowerCase()] ?? entity,
  );
  return decoded !== returned && decoded.trim() === requested.trim();
}

/** Checks of webhook endpoints. */
export const endpointChecks: readonly Check[] = [
  forEachRow('createWebhookEndpoint', {
    id: 'webhooks.description-is-as-requested',
    ...proposal,
    requirement: '`description` of a new webhook endpoint, if it is returned, is that of the request.',
    source: 'Webhook endpoint: description; Proposed by this contract',
    each: (data, exchange) => {
      const description = sent(exchange)?.description;
      return typeof description === 'string' && data.description && !isReplay(exchange)
        ? [{ requested: description, returned: data.description }]
        : [];
    },
    judge: ({ requested, returned }) =>
      returned === requested || {
        // The same text that is encoded for HTML is not a choice: the caller would read it as another text.
        deviation: isEncoded(requested, returned) ? 'contradiction' : undefined,
        message: '`description` of the endpoint differs from the request.',
        expected: show(requested),
        actual: show(returned),
      },
  }),
  {
    id: 'webhooks.each-endpoint-has-its-own-id',
    ...derived,
    requirement: '`id` of each new webhook endpoint is unique.',
    source: 'Webhook endpoint: id',
    operations: ['createWebhookEndpoint'],
    requests: 0,
    async run(probe) {
      await probe.correct();
      const { fresh, failures } = await probe.keyedWrites('createWebhookEndpoint');
      // Its URL is another one: a server may have one endpoint for each URL.
      const other = failures[0]?.retried;
      if (!other || !isFresh(other.exchange) || !isSuccess(fresh.exchange)) {
        const check = 'idempotency.failure-is-not-stored';
        throw new Blocked('no second endpoint could be created', undefined, check);
      }
      const [first, second] = [fresh, other].map(({ exchange }) => exchange.response?.json?.data?.id);
      if (first !== second) return;
      fail({
        message: 'Two webhook endpoints have the same `id`.',
        expected: `an id other than ${show(first)}`,
        actual: show(second),
        exchange: other.exchange,
      });
    },
  },
];
