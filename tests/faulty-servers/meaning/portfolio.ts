import { changed, queried } from '../changes.js';
import { plus, swapped, withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const portfolio = 'GET /commitments/portfolio';
const contracts = 'GET /commitments/contracts';

export const portfolioServers = onMock({
  'portfolio.one-row-per-commitment': {
    'a duplicate commitment in the portfolio': also(
      changed(portfolio, 'rows', withFirstTwice),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.expiring-rows-end-soon',
      'portfolio.next-to-end-come-first',
      'portfolio.totals-count-the-rows',
    ),
  },
  'portfolio.expiry-is-the-end-of-the-commitment': {
    'an expiry in the portfolio that differs from the list': also(
      changed(portfolio, 'rows[].end_at', '2029-12-31T00:00:00Z'),
      'portfolio.time-left-fits-the-expiry',
      'portfolio.expiring-rows-end-soon',
    ),
  },
  'portfolio.time-left-fits-the-expiry': {
    'minutes instead of seconds until the expiry': changed(
      portfolio,
      'rows[].expires_in_seconds',
      (seconds) => Math.round(seconds / 60),
    ),
  },
  'portfolio.net-is-at-most-list': {
    'net and list prices swapped': also(
      changed(portfolio, 'rows[]', swapped('fee_monthly_list', 'fee_monthly_net')),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.fees-follow-from-prices',
      'portfolio.figures-are-those-of-the-detail',
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
  'portfolio.protection-is-covered-spend-less-the-fee': {
    'the protection of a renewal includes what resizing would save': also(
      changed(portfolio, 'rows[]', (row) => ({
        ...row,
        protects_monthly: row.protects_monthly + row.rightsizing_monthly,
      })),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.figures-are-those-of-the-detail',
    ),
  },
  'portfolio.totals-are-the-sums-of-rows': {
    'a portfolio total that counts ended commitments': changed(portfolio, 'totals.commitment_count', plus(3)),
  },
  'parameters.echo-matches-the-request': {
    'the basis of the portfolio is ignored': also(
      queried(`${portfolio}?basis=list`, { basis: null }),
      'portfolio.basis-changes-the-prices',
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
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
