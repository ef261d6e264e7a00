import { all, changed, ignores, queried } from '../changes.js';
import { also, type Change, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const utilization = 'GET /commitments/utilization';
const savingsRate = 'GET /commitments/esr';
const portfolio = 'GET /commitments/portfolio';

/** Moves the figures of each day or month to another one, by an index that depends on its own. */
function moveFigures({ services }: any, from: (index: number, count: number) => number) {
  for (const entry of services) {
    const dates = entry.days.map(({ date }: any) => date);
    entry.days = dates.map((date: string, index: number) => ({
      ...entry.days[from(index, dates.length)],
      date,
    }));
  }
}

/** Ignores a parameter, and returns the requested value of it. */
const ignoresAndEchoes = (where: Parameters<typeof queried>[0], name: string): Change =>
  all(
    queried(where, { [name]: null }),
    changed(where, name, (own, _, { query }) => query.get(name) ?? own),
  );

/** Servers on which a parameter of commitments has no effect. */
export const commitmentSelectionServers = onMock({
  'utilization.months-are-the-sums-of-their-days': {
    'a utilization with the figures of two months swapped': dataOf(
      `${utilization}?granularity=monthly`,
      (data) => moveFigures(data, (index, count) => (count > 1 && index < 2 ? 1 - index : index)),
    ),
  },
  'utilization.days-are-the-same-in-a-longer-window': {
    'a utilization whose days depend on the window': also(
      dataOf(`${utilization}?start&granularity=daily`, (data) =>
        moveFigures(data, (index, count) => (index + 1) % count),
      ),
      'utilization.months-are-the-sums-of-their-days',
    ),
  },
  'commitments.figures-are-of-the-provider': {
    'the coverage of provider_a for every provider': ignoresAndEchoes(
      'GET /commitments/coverage-rates?provider',
      'provider',
    ),
  },
  'inventory.rows-are-of-the-provider': {
    'the inventory of provider_a for every provider': ignoresAndEchoes(
      'GET /commitments/inventory?provider',
      'provider',
    ),
  },
  'commitments.provider-selects-its-rows': {
    'a portfolio of every provider for one': ignores(portfolio, 'provider'),
  },
  'coverage.grid-has-every-service-with-a-commitment': {
    'a grid without a service that has a commitment': changed(
      'GET /commitments/by-service',
      'services',
      (rows) => rows.filter(({ service }: any) => service !== 'relational-database'),
    ),
  },
  'portfolio.basis-changes-the-prices': {
    'a portfolio at list prices that has net ones': also(
      ignoresAndEchoes(`${portfolio}?basis=list`, 'basis'),
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
  'savings-rate.scope-of-all-has-other-costs-too': {
    'a savings rate of all costs that has the eligible ones': ignoresAndEchoes(
      `${savingsRate}?scope=all`,
      'scope',
    ),
  },
  'savings-rate.months-have-their-own-costs': {
    'the savings rate of one month for every month': also(
      ignoresAndEchoes(`${savingsRate}?period`, 'period'),
      'parameters.malformed-date-is-refused',
      'parameters.impossible-date-is-refused',
    ),
  },
  'forecast.horizon-ends-with-its-period': {
    'a forecast of the year that ends with the quarter': queried('GET /costs/forecast?horizon=year', {
      horizon: 'quarter',
    }),
  },
  'renewals.resource-is-the-priced-one': {
    'the resource of renewal options is ignored': ignores('GET /commitments/renewal-options/*', 'resource'),
  },
});
