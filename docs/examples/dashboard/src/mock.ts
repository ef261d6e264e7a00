import { createMock } from 'cloud-cost-contract/mock';
import { createHandlers } from 'cloud-cost-contract/msw';
import { setupWorker } from 'msw/browser';
import type { Settings } from './settings.js';

/** Puts the mock behind every request of this page to the service. */
export async function startMock(baseUrl: string, { scenario, seed, date }: Settings): Promise<void> {
  const mock = await createMock({ scenario, seed, now: `${date}T12:00:00Z`, frozen: true });
  const worker = setupWorker(...(await createHandlers(mock, { baseUrl })));
  await worker.start({
    serviceWorker: { url: './mockServiceWorker.js' },
    onUnhandledRequest: 'bypass',
    quiet: true,
  });
}
