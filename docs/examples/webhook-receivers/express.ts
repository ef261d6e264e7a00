import {
  type Secrets,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'cloud-cost-contract/webhooks';
import express, { type Express } from 'express';

/** A receiver with Express. Passes each event on once, after the response. */
export function expressReceiver(secrets: Secrets, handle: (event: WebhookEvent) => void): Express {
  const app = express();
  // In production, store the ids outside the process and remove them after some days.
  const handled = new Set<string>();

  // The raw body of this route: a body that was parsed and serialized again has another signature.
  app.post('/hooks', express.raw({ type: () => true }), (request, response) => {
    let event: WebhookEvent;
    try {
      event = verifyWebhook(secrets, request.headers, request.body);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      console.warn(error.message);
      response.sendStatus(401);
      return;
    }
    response.sendStatus(204);
    if (handled.has(event.id)) return;
    handled.add(event.id);
    handle(event);
  });
  return app;
}
