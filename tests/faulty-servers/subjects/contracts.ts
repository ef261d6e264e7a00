import { changed, changedData } from '../changes.js';
import { also, onMock } from '../faulty-server.js';

const contracts = 'GET /commitments/contracts';

export const contractServers = onMock({
  'contracts.are-not-listed-commitments': {
    'a contract with the id of a commitment': also(
      changed(contracts, '[0].id', 'ri-7f3a2c10'),
      'contracts.are-in-order',
    ),
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

  'contracts.are-in-order': {
    'contracts with the last id first': changedData(contracts, (rows) => rows.reverse()),
  },
  'contracts.billed-contract-has-its-latest-figures': {
    'a contract with months but no latest metered charge': changed(contracts, '[].latest_metered_usd', null),
  },
  'contracts.known-floor-has-its-figures': {
    'a contract month with a floor but no bill': changed(contracts, '[].months[].billed_usd', null),
  },
  'contracts.use-has-the-unit-of-the-floor': {
    'a contract whose use is in millionths of a dollar': also(
      changed(contracts, '[].months[]', (month) => {
        if (month.contract_usd === null) return month;
        const consumed_usd = month.consumed_usd * 1_000_000;
        const metered_usd = consumed_usd - month.contract_usd;
        return { ...month, consumed_usd, metered_usd, shortfall_usd: 0, billed_usd: consumed_usd };
      }),
      'contracts.newest-month-is-the-latest',
    ),
  },
});
