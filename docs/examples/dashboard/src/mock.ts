import { createMock, type MockOptions } from 'cloud-cost-contract/mock';
import { createHandlers } from 'cloud-cost-contract/msw';
import { setupWorker } from 'msw/browser';

const names = ['scenario', 'seed', 'date', 'key'];

/** The query of the page's address is not valid. */
class QueryError extends Error {
  override readonly name = 'INVALID_QUERY';
}

/**
 * Puts the mock behind every request of this page to the service.
 *
 * @param settings the query of the page's address: the mock's `scenario`, `seed`, and `date` as YYYY-MM-DD
 * @throws {QueryError} if the query is not valid
 */
export async function startMock(baseUrl: string, settings: URLSearchParams): Promise<void> {
  const unknown = [...settings.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new QueryError(`Unknown \`${unknown}\`. Use ${names.join(', ')}.`);
  const mock = await createMock({
    scenario: (settings.get('scenario') ?? 'default') as NonNullable<MockOptions['scenario']>,
    seed: Number(settings.get('seed') ?? 1),
    now: `${settings.get('date') ?? '2026-06-15'}T12:00:00Z`,
    frozen: true,
  }).catch((error: Error) => {
    throw new QueryError(error.message.replace(/^createMock: /, ''));
  });
  const worker = setupWorker(...(await createHandlers(mock, { baseUrl })));
  await worker.start({
    serviceWorker: { url: './mockServiceWorker.js' },
    onUnhandledRequest: 'bypass',
    quiet: true,
  });
}
