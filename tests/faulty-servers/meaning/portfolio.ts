import { type Defect, dataOf, ignored, onMock } from '../defect.js';

const portfolio = 'GET /commitments/portfolio' as const;
const contracts = 'GET /commitments/contracts' as const;

export const portfolioDefects: readonly Defect[] = onMock([
  {
    name: 'a commitment twice in the portfolio',
    kills: 'portfolio.one-row-per-commitment',
    also: ['portfolio.totals-are-the-sums-of-rows'],
    wrap: dataOf(portfolio, ({ rows }) => rows.push(rows[0])),
  },
  {
    name: 'an expiry of its own in the portfolio',
    kills: 'portfolio.expiry-is-the-end-of-the-commitment',
    also: ['portfolio.time-left-fits-the-expiry'],
    wrap: dataOf(portfolio, ({ rows }) => {
      for (const row of rows) row.end_at = '2029-12-31T00:00:00Z';
    }),
  },
  {
    name: 'minutes left for seconds left',
    kills: 'portfolio.time-left-fits-the-expiry',
    wrap: dataOf(portfolio, ({ rows }) => {
      for (const row of rows) row.expires_in_seconds = Math.round(row.expires_in_seconds / 60);
    }),
  },
  {
    name: 'net and list prices swapped',
    kills: 'portfolio.net-is-at-most-list',
    also: ['portfolio.totals-are-the-sums-of-rows'],
    wrap: dataOf(portfolio, ({ rows }) => {
      for (const row of rows) {
        [row.fee_monthly_list, row.fee_monthly_net] = [row.fee_monthly_net, row.fee_monthly_list];
      }
    }),
  },
  {
    name: 'totals of the portfolio over all that ever was',
    kills: 'portfolio.totals-are-the-sums-of-rows',
    wrap: dataOf(portfolio, ({ totals }) => {
      totals.commitment_count += 3;
    }),
  },
  {
    name: 'the basis of the portfolio is ignored',
    kills: 'parameters.answer-tells-what-was-asked',
    wrap: ignored(portfolio, 'basis', 'list'),
  },
  {
    name: 'a contract with the id of a commitment',
    kills: 'contracts.are-no-listed-commitments',
    wrap: dataOf(contracts, (rows) => {
      rows[0].id = 'ri-7f3a2c10';
    }),
  },
  {
    name: 'a contract billed without what was metered',
    kills: 'contracts.bill-is-floor-and-metered-charge',
    wrap: dataOf(contracts, (rows) => {
      for (const { months } of rows) for (const month of months) month.billed_usd = month.contract_usd - 10;
    }),
  },
]);
