// Registers itself at the mock, and prints each event that it receives.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createClient } from 'cloud-cost-contract';
import { verifyWebhook, WebhookVerificationError } from 'cloud-cost-contract/webhooks';

const {
  MOCK_URL = '',
  RECEIVER_URL = '',
  COST_CONTRACT_API_KEY: apiKey = '',
  WEBHOOK_SECRET: secret = '',
} = process.env;

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(secret, request.headers, await buffer(request));
    response.writeHead(204).end();
    console.log('received', event.type, JSON.stringify(event.data));
  } catch (error) {
    console.error(String(error));
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
  }
});

server.listen(Number(new URL(RECEIVER_URL).port), async () => {
  const client = createClient({ baseUrl: MOCK_URL, apiKey });
  const { id } = await client.createWebhookEndpoint({
    url: RECEIVER_URL,
    event_types: ['optimization.completed'],
  });
  console.log('registered', id);
});
