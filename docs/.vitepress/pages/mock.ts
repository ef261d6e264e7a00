import { fileURLToPath } from 'node:url';
import { createMock } from '../../../mocks/index.js';
import { allIds } from '../theme/known-ids.js';

const key = { Authorization: 'Bearer ccc_test_caller' };

/** The clock is frozen, so that the build is reproducible. */
const mock = await createMock({ frozen: true });
const fixtures: any = await (await mock.fetch('/.well-known/cost-contract.json')).json();

/** Returns initial values of the path parameters of an operation. */
export const ids = (operation: string) => ({ endpoint_id: 'whe-0001', ...allIds(fixtures, operation) });

/** Sends a GET request to the mock and returns `data` of the response. */
export async function read(path: string, from = mock): Promise<any> {
  const response = await from.fetch(path, { headers: key });
  return ((await response.json()) as any).data;
}

/** Returns a mock of the bill in the examples. */
export function billMock() {
  const data = fileURLToPath(new URL('../../examples/bill/costs.csv', import.meta.url));
  return createMock({ data, frozen: true });
}
