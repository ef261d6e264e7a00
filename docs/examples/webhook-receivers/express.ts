import {
  type Secrets,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'cloud-cost-contract/webhooks';
import express, { type Express } from 'express';

/** A receiver with Express: hands each event on once, after it has answered. */
export function expressReceiver(secrets: Secrets, handle: (event: WebhookEvent) => void): Express {
  const app = express();
  // In a real receiver this outlives the process, and forgets after some days.
  const handled = new Set<string>();

  // Raw bytes, on this route: what a JSON parser writes again has another signature.
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
