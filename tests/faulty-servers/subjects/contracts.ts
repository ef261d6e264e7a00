import { changed } from '../changes.js';
import { onMock } from '../faulty-server.js';

const contracts = 'GET /commitments/contracts';

export const contractServers = onMock({
  'contracts.are-not-listed-commitments': {
    'a contract with the id of a commitment': changed(contracts, '[0].id', 'ri-7f3a2c10'),
  },
  'contracts.bill-is-floor-and-metered-charge': {
    'a contract bill without the metered charge': changed(contracts, '[].months[]', (month) => ({
      ...month,
      billed_usd: month.contract_usd - 10,
    })),
  },
});
