interface Registration {
  readonly url?: string;
  readonly description?: string;
  /** Added to those of a valid request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Registers a webhook endpoint for completed optimizations at a mock. */
export function registerEndpoint(
  { fetch }: { readonly fetch: (url: string, init: RequestInit) => Promise<Response> },
  { headers = {}, url = 'https://hooks.example.com/cost', ...more }: Registration = {},
): Promise<Response> {
  return fetch('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { authorization: 'Bearer ccc_test_caller', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url, event_types: ['optimization.completed'], ...more }),
  });
}

/** Registers an endpoint and returns its id. */
export const registeredId = async (...args: Parameters<typeof registerEndpoint>): Promise<string> =>
  ((await (await registerEndpoint(...args)).json()) as any).data.id;
