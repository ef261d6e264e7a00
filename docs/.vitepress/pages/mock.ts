import { createMock } from '../../../mocks/index.js';
import { knownIds } from '../theme/known-ids.js';

const key = { Authorization: 'Bearer ccc_test_caller' };

/** A clock that does not move, so that the same sources make the same site. */
const mock = await createMock({ frozen: true });
const fixtures: any = await (await mock.fetch('/.well-known/cost-contract.json')).json();

/** What the path parameters of an operation are filled with. */
export const ids = (operation: string) => ({
  endpoint_id: 'whe-0001',
  provider_id: 'provider_b',
  ...knownIds(fixtures, operation),
});

/** The data of a read. */
export async function read(path: string): Promise<any> {
  const response = await mock.fetch(path, { headers: key });
  return ((await response.json()) as any).data;
}
