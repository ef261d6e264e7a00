import {
  type Secrets,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'cloud-cost-contract/webhooks';
import { Hono } from 'hono';

/** A receiver with Hono, for Node, Deno, Bun and workers. Passes each event on once, after the response. */
export function honoReceiver(secrets: Secrets, handle: (event: WebhookEvent) => void): Hono {
  // In production, store the ids outside the process and remove them after some days.
  const handled = new Set<string>();

  return new Hono().post('/hooks', async (context) => {
    let event: WebhookEvent;
    try {
      event = verifyWebhook(secrets, context.req.header(), await context.req.arrayBuffer());
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      console.warn(error.message);
      return context.body(null, 401);
    }
    if (!handled.has(event.id)) {
      handled.add(event.id);
      queueMicrotask(() => handle(event));
    }
    return context.body(null, 204);
  });
}
