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
  'contracts.month-is-use-against-the-floor': {
    'a shortfall of all that was used': changed(contracts, '[].months[]', (month) => ({
      ...month,
      shortfall_usd: month.consumed_usd,
    })),
  },
  'contracts.newest-month-is-the-latest': {
    'the metered charge of the oldest month as the latest': changed(contracts, '[]', (contract) => ({
      ...contract,
      latest_metered_usd: contract.months[0].metered_usd + 1,
    })),
  },
});
