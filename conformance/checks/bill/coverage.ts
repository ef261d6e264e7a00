import {
  coverageFigures,
  coveragePrice,
  isEligible,
  isOf,
  isOnDemand,
  isUsage,
  percent,
  perMonth,
  utilizationFigures,
} from '../../bill/commitment-query.js';
import { type Days, isDay, lengthOf } from '../../bill/days.js';
import { Names, shownValue } from '../../bill/groups.js';
import type { ExpectedRow } from '../../bill/known-bill.js';
import { chargedFrom, literal, type Query } from '../../bill/query.js';
import type { ProviderBill } from '../../bill/telling.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { utilizationIn } from './utilization.js';

export const coverageBillChecks: readonly Check[] = [
  ofBill('getCoverageRates', {
    id: 'bill.coverage-is-weighted-by-dollars',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`coverage_pct` is covered usage as a share of covered usage and the on-demand remainder, both at on-demand prices, of the measured days.',
    source: 'Commitment read semantics, rule 4',
    cost: 3,
    async compare(billCase) {
      for (const provider of billCase.providers) {
        await billCase.comparison.part(() => compareRates(billCase, provider));
      }
    },
  }),
  ofBill('getCommitmentsByService', {
    id: 'bill.services-show-unused-and-uncovered-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A cell of the grid shows utilization, coverage, the cost of unused rows and the on-demand remainder of its service in the measured days.',
    cost: 1,
    async compare(billCase) {
      const provider = billCase.providers.find(({ id }) => id === 'provider_a');
      if (!provider) throw new NotApplicable('only provider_a sells reservations and savings plans');
      await compareServices(billCase, provider);
    },
  }),
  ofBill('listUncoveredSpend', {
    id: 'bill.uncovered-base-is-the-on-demand-remainder',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The parts of a service and platform add up to its on-demand usage in the measured days; the floor of a single part is its lowest hour.',
    cost: 1,
    async compare(billCase) {
      for (const provider of billCase.providers.slice(0, 2)) {
        await billCase.comparison.part(() => compareUncovered(billCase, provider));
      }
    },
  }),
];

/** The coverage rates of a provider and the days that they are measured on. */
export async function measuredDays(
  { probe }: BillCase,
  { id }: ProviderBill,
): Promise<{ exchange: CompleteExchange; data: any; days: Days }> {
  await probe.correct('getCoverageRates');
  const exchange = await successOf(probe, requestTo('getCoverageRates', { query: { provider: id } }));
  const data = dataOf(exchange);
  const { measured_from: first, measured_to: last } = data;
  if (!isDay(first) || !isDay(last)) throw new NotApplicable(`${id} has not been measured`);
  return { exchange, data, days: { first, last } };
}

/** Returns the query for eligible usage in some days. */
export function eligibleQuery({ where }: ProviderBill, days: Days): Query {
  return {
    figures: coverageFigures,
    where: [where, ...chargedFrom(days.first, days.last), isUsage, isEligible],
  };
}

async function compareRates(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill } = billCase;
  const { exchange, data, days } = await measuredDays(billCase, provider);
  const query = eligibleQuery(provider, days);
  compareCoverage(billCase, {
    actual: data.totals,
    from: await bill.total(query),
    about: '`totals`',
    days,
    exchange,
  });
  for (const [list, field, name, expression] of [
    ['services', 'service', 'service', 'ServiceName'],
    ['accounts', 'account_id', 'account', 'SubAccountId'],
  ] as const) {
    const expected = await bill.expected({ ...query, groupBy: { [field]: expression } });
    const names = new Names(expected.flatMap(({ group }) => group[field] ?? []));
    for (const from of expected) {
      const row = rowsOf(data[list]).find((one) => names.of(one[field]) === (from.group[field] ?? null));
      if (!row) continue;
      const about = `${name} ${shownValue(from.group[field])}`;
      compareCoverage(billCase, { actual: row, from, about, days, exchange });
    }
  }
}

/** How an amount of a month is computed. */
function monthly(figure: string, days: Days) {
  return { figures: [figure], formula: `${figure} × 730 / ${24 * lengthOf(days)}` };
}

interface ComparedCoverage {
  readonly actual: any;
  readonly from: ExpectedRow;
  readonly about: string;
  readonly days: Days;
  readonly exchange: CompleteExchange;
}

function compareCoverage(
  { comparison }: BillCase,
  { actual, from, about, days, exchange }: ComparedCoverage,
): void {
  const { covered, on_demand, covered_by_ri, covered_by_sp } = from.figures;
  const eligible = (covered ?? 0) + (on_demand ?? 0);
  const shared = { from, exchange } as const;
  comparison.figure({
    ...shared,
    name: `\`coverage_pct\` of ${about}`,
    actual: actual?.coverage_pct,
    expected: percent(covered, eligible),
    figures: ['covered', 'on_demand'],
    formula: '100 × covered / (covered + on_demand)',
    unit: 'measure',
  });
  const amounts = { covered_monthly: covered, on_demand_monthly: on_demand };
  for (const [field, amount] of Object.entries(amounts)) {
    comparison.figure({
      ...shared,
      name: `\`${field}\` of ${about}`,
      actual: actual?.[field],
      expected: perMonth(amount, days),
      ...monthly(field === 'covered_monthly' ? 'covered' : 'on_demand', days),
      basis: 'proposed',
    });
  }
  const byInstrument: Record<string, number | null | undefined> = { ri: covered_by_ri, sp: covered_by_sp };
  for (const { instrument, covered_monthly, coverage_pct } of rowsOf(actual?.instruments)) {
    const own = byInstrument[instrument];
    const name = `of ${instrument} of ${about}`;
    comparison.figure({
      ...shared,
      name: `\`covered_monthly\` ${name}`,
      actual: covered_monthly,
      expected: perMonth(own, days),
      ...monthly(`covered_by_${instrument}`, days),
      basis: 'proposed',
    });
    comparison.figure({
      ...shared,
      name: `\`coverage_pct\` ${name}`,
      actual: coverage_pct,
      expected: percent(own, eligible),
      figures: [`covered_by_${instrument}`, 'covered', 'on_demand'],
      formula: `100 × covered_by_${instrument} / (covered + on_demand)`,
      unit: 'measure',
      basis: 'proposed',
    });
  }
}

/** Services of which every commitment covers no other service. */
async function ownServices(billCase: BillCase, { where }: ProviderBill): Promise<readonly string[]> {
  const shared = `SELECT CommitmentDiscountId FROM charges WHERE ${where} AND ${isUsage} AND CommitmentDiscountId IS NOT NULL GROUP BY CommitmentDiscountId HAVING count(DISTINCT ServiceName) > 1`;
  return billCase.bill.column(
    `SELECT ServiceName FROM charges WHERE ${where} AND ${isUsage} AND CommitmentDiscountId IS NOT NULL GROUP BY ServiceName HAVING NOT bool_or(CommitmentDiscountId IN (${shared}))`,
  );
}

/** Services with usage of a commitment. */
function committedServices({ bill }: BillCase, { where }: ProviderBill): Promise<readonly string[]> {
  return bill.values('ServiceName', [where, isUsage, 'CommitmentDiscountId IS NOT NULL']);
}

function extraService(
  { bill, comparison }: BillCase,
  { service, provider, exchange }: { service: unknown; provider: ProviderBill; exchange: CompleteExchange },
): void {
  const query = {
    figures: {},
    where: [provider.where, isUsage, 'CommitmentDiscountId IS NOT NULL'],
    groupBy: { service: 'ServiceName' },
  };
  comparison.violation(
    {
      message: `The grid has a row for service ${show(service)}, which has no commitment.`,
      actual: show(service),
      exchange,
    },
    bill.none(query, { service: String(service) }),
    'no such row',
  );
}

async function compareServices(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const exchange = await successOf(
    probe,
    requestTo('getCommitmentsByService', { query: { provider: provider.id } }),
  );
  const coverage = await bill.expected({
    ...eligibleQuery(provider, days),
    groupBy: { service: 'ServiceName' },
  });
  const names = new Names(coverage.flatMap(({ group }) => group.service ?? []));
  const own = new Set(await ownServices(billCase, provider));
  const committed = await committedServices(billCase, provider);
  for (const row of rowsOf(dataOf(exchange).services)) {
    const service = names.of(row.service);
    const from = coverage.find(({ group }) => group.service === service);
    if (!from || service === null || !committed.includes(service)) {
      extraService(billCase, { service: row.service, provider, exchange });
      continue;
    }
    const { covered, on_demand, covered_by_ri, covered_by_sp } = from.figures;
    const eligible = (covered ?? 0) + (on_demand ?? 0);
    for (const instrument of ['ri', 'sp'] as const) {
      const cell = row[instrument];
      const name = `of ${instrument} of ${show(service)}`;
      const share = percent(instrument === 'ri' ? covered_by_ri : covered_by_sp, eligible);
      comparison.figure({
        name: `\`coverage_pct\` ${name}`,
        actual: cell?.coverage_pct,
        expected: share,
        figures: [`covered_by_${instrument}`, 'covered', 'on_demand'],
        formula: `100 × covered_by_${instrument} / (covered + on_demand)`,
        unit: 'measure',
        from,
        exchange,
      });
      comparison.figure({
        name: `\`uncovered_monthly\` ${name}`,
        actual: cell?.uncovered_monthly,
        expected: perMonth(on_demand, days),
        ...monthly('on_demand', days),
        from,
        exchange,
      });
      if (own.has(service))
        await compareCell(billCase, { cell, instrument, service, provider, days, exchange });
    }
  }
}

interface Cell {
  readonly cell: any;
  readonly instrument: 'ri' | 'sp';
  readonly service: string;
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly exchange: CompleteExchange;
}

async function compareCell(
  { bill, comparison }: BillCase,
  { cell, instrument, service, provider, days, exchange }: Cell,
): Promise<void> {
  const rows = await bill.expected({
    figures: { ...utilizationFigures, commitments: 'count(DISTINCT CommitmentDiscountId)' },
    where: [
      provider.where,
      ...chargedFrom(days.first, days.last),
      isUsage,
      'CommitmentDiscountStatus IS NOT NULL',
      isOf(instrument),
    ],
    groupBy: { service: 'ServiceName' },
  });
  const from = rows.find(({ group }) => group.service === service);
  const name = `of ${instrument} of ${show(service)}`;
  await compareCount({ bill, comparison }, { cell, instrument, service, provider, name, exchange });
  if (!from) {
    const query = {
      figures: {},
      where: [provider.where, isUsage, isOf(instrument)],
      groupBy: { service: 'ServiceName' },
    };
    for (const field of ['utilization_pct', 'unused_monthly']) {
      if (typeof cell?.[field] !== 'number') continue;
      const message = `\`${field}\` ${name} is a number, although no such commitment ran.`;
      comparison.violation(
        { message, actual: String(cell[field]), exchange },
        bill.none(query, { service }),
        'null',
      );
    }
    return;
  }
  comparison.figure({
    isKnown: true,
    name: `\`utilization_pct\` ${name}`,
    actual: cell?.utilization_pct,
    ...utilizationIn(from),
    unit: 'measure',
    from,
    exchange,
  });
  const unused = (from.figures.cost ?? 0) - (from.figures.used_cost ?? 0);
  comparison.figure({
    isKnown: true,
    name: `\`unused_monthly\` ${name}`,
    actual: cell?.unused_monthly,
    expected: perMonth(unused, days),
    figures: ['cost', 'used_cost'],
    formula: `(cost - used_cost) × 730 / ${24 * lengthOf(days)}`,
    from,
    exchange,
  });
}

/** Compares the number of commitments whose usage is of the service. */
async function compareCount(
  { bill, comparison }: Pick<BillCase, 'bill' | 'comparison'>,
  { cell, instrument, service, provider, name, exchange }: Omit<Cell, 'days'> & { readonly name: string },
): Promise<void> {
  const from = await bill.total({
    figures: { commitments: 'count(DISTINCT CommitmentDiscountId)' },
    where: [provider.where, isUsage, isOf(instrument), `ServiceName = ${literal(service)}`],
  });
  const expected = from.figures.commitments ?? 0;
  comparison.figure({
    name: `\`commitment_count\` ${name}`,
    actual: cell?.commitment_count,
    expected,
    from,
    exchange,
  });
}

async function compareUncovered(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const exchange = await successOf(probe, requestTo('listUncoveredSpend'));
  const own = rowsOf(dataOf(exchange)).filter((part) => part.provider === provider.id);
  const query: Query = {
    figures: { on_demand: `sum(${coveragePrice})` },
    where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isEligible, isOnDemand],
    groupBy: { service: 'ServiceName', platform: 'platform' },
  };
  const expected = await bill.expected(query);
  const services = new Names(expected.flatMap(({ group }) => group.service ?? []));
  const platforms = new Names(expected.flatMap(({ group }) => group.platform ?? []));
  for (const from of expected) {
    const { service = null, platform = null } = from.group;
    const parts = own.filter(
      (part) => services.of(part.service) === service && platforms.of(part.platform) === platform,
    );
    const about = `of ${shownValue(service)} on ${shownValue(platform)}`;
    if (parts.length === 0) {
      if (perMonth(from.figures.on_demand, days) < 0.01) continue;
      const message = `No part ${about}.`;
      comparison.violation(
        { message, actual: 'no part', exchange },
        from,
        `${perMonth(from.figures.on_demand, days).toFixed(2)} a month`,
      );
      continue;
    }
    const remainder = parts.reduce((sum, part) => sum + Number(part.on_demand_monthly), 0);
    comparison.figure({
      name: `\`on_demand_monthly\` ${about}`,
      actual: remainder,
      expected: perMonth(from.figures.on_demand, days),
      ...monthly('on_demand', days),
      terms: parts.length,
      from,
      exchange,
    });
    const average = parts.reduce((sum, part) => sum + Number(part.on_demand_hourly_avg), 0);
    comparison.figure({
      name: `\`on_demand_hourly_avg\` ${about}`,
      actual: average,
      expected: (from.figures.on_demand ?? 0) / (24 * lengthOf(days)),
      unit: 'measure',
      terms: parts.length,
      from,
      exchange,
    });
    if (parts.length === 1)
      await compareFloor(billCase, { part: parts[0], query, from, days, about, exchange });
  }
}

/** Compares the lowest hour, if all rows are of one hour. */
async function compareFloor(
  { bill, comparison }: BillCase,
  {
    part,
    query,
    from,
    days,
    about,
    exchange,
  }: { part: any; query: Query; from: ExpectedRow; days: Days; about: string; exchange: CompleteExchange },
): Promise<void> {
  const { service, platform } = from.group;
  const where = [
    ...query.where,
    `ServiceName IS NOT DISTINCT FROM ${literal(service ?? null)}`,
    `platform IS NOT DISTINCT FROM ${literal(platform ?? null)}`,
  ];
  const longer = await bill.total({
    figures: {},
    where: [...where, 'ChargePeriodEnd > ChargePeriodStart + INTERVAL 1 HOUR'],
  });
  if (longer.rows > 0) return;
  const hours = `(SELECT sum(${coveragePrice}) AS hour_cost FROM charges WHERE ${where.join(' AND ')} GROUP BY date_trunc('hour', ChargePeriodStart))`;
  const floor = await bill.total({ figures: { floor: 'min(hour_cost)' }, from: hours, where: [] });
  const isWhole = floor.rows === 24 * lengthOf(days);
  comparison.figure({
    isKnown: true,
    name: `\`on_demand_hourly_min\` ${about}`,
    actual: part.on_demand_hourly_min,
    expected: isWhole ? (floor.figures.floor ?? null) : 0,
    unit: 'measure',
    from: floor,
    exchange,
  });
}
