import { ApiError, type AttemptEvent, createClient, TimeoutError } from '../../../src/client/index.js';
import { signWebhook, verifyWebhook } from '../../../src/webhooks/index.js';

/** Uses all features of the client against a service, and returns a summary that is equal in every runtime. */
export async function session(baseUrl: string): Promise<unknown> {
  const reports: AttemptEvent[] = [];
  const client = createClient({
    baseUrl,
    apiKey: 'ccc_test_caller',
    sleep: async () => {},
    onAttempt: (report) => reports.push(report),
  });
  const errorOf = (call: PromiseLike<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => error,
    );

  const { rows } = await client.listCommitmentInventory({ instrument: 'ri' });
  const all = await client.listCommitments({ page_size: 5 }).all();
  const unknown = await errorOf(client.getCommitment({ commitment_id: 'arn:a/b' }));
  const endpoint = await client.createWebhookEndpoint({
    url: 'https://receiver.example.com',
    event_types: ['optimization.completed'],
  });
  const removed = await client.deleteWebhookEndpoint({ endpoint_id: endpoint.id });
  const late = await errorOf(
    client.listProviders({}, { timeoutMs: 50, retries: 0, headers: { 'Mock-Latency': '10000' } }),
  );
  const caller = new AbortController();
  const waiting = errorOf(
    client.listProviders({}, { signal: caller.signal, headers: { 'Mock-Latency': '10000' } }),
  );
  caller.abort('enough');

  const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
  const body = '{"recommendation_id":"rec-1006","status":"optimized","implementation_method":"one-click"}';
  const headers = { ...signWebhook(secret, { id: 'msg_1', sentAt: new Date(), body }) };
  const event = verifyWebhook(secret, headers, new TextEncoder().encode(body));

  return {
    rows: rows.length,
    all: all.map(({ id }) => id),
    unknown: unknown instanceof ApiError && [unknown.code, typeof unknown.requestId],
    endpoint: endpoint.id,
    removed: removed.deleted,
    late: late instanceof TimeoutError && late.timeoutMs,
    aborted: await waiting,
    attempts: reports.map(({ method, path, status }) => `${method} ${path} ${status}`),
    event: event.type,
  };
}
