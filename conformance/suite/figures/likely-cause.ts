import type { ExpectedRow } from './known-bill.js';
import { easilyMissed, purchases } from './provider-bills.js';
import { ofGroup } from './queries/query.js';

const sumOfColumn = /^sum\((\w+)\)$/;

/** The sum without some rows, by how the rows are named; without all purchases before those without the one-time ones. */
const withoutRows = [purchases, ...easilyMissed, ['negative amounts', 'BilledCost < 0'] as const];

const columns = ['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost'];

const shifted = (condition: string, sign: '+' | '-') =>
  condition.replaceAll('ChargePeriodStart', `(ChargePeriodStart ${sign} INTERVAL 1 DAY)`);

/** The sum of other days, by how the range is named. */
const ranges: readonly (readonly [name: string, change: (condition: string) => string])[] = [
  ['without the last day', (condition) => condition.replace(' + INTERVAL 1 DAY', '')],
  ['of a range that is one day later', (condition) => shifted(condition, '-')],
  ['of a range that is one day earlier', (condition) => shifted(condition, '+')],
];

/** Amounts that are multiplied, by how the product is named. */
const factors = [
  ['twice the sum', 2],
  ['100 times the sum', 100],
] as const;

/**
 * Describes the mistake that leads from the rows of the bill to the figure of a response; null if none of the
 * usual ones does, or the figure is not the sum of a column.
 *
 * @param isActual whether a value, multiplied by a factor, is the figure of the response
 */
export async function likelyCause(
  { bill, query, group, figures }: ExpectedRow,
  figure: string,
  isActual: (value: number, factor?: number) => boolean,
): Promise<string | null> {
  const sum = query.figures[figure] ?? '';
  const column = sumOfColumn.exec(sum)?.[1];
  // Other mistakes, such as missing data, have the figure 0 too.
  if (column === undefined || query.from !== undefined || isActual(0)) return null;
  const product = factors.find(([, factor]) => isActual(figures[figure] ?? 0, factor));
  if (product) return product[0];
  const { where } = ofGroup(query, group);
  const others = columns.filter((name) => name !== column);
  const mistakes = [
    ...withoutRows.map(([name, condition]) => ({
      name: `the sum without ${name}`,
      sql: `${sum} FILTER (WHERE (${condition}) IS NOT TRUE)`,
    })),
    ...others.map((name) => ({ name: `the sum of ${name}`, sql: `sum(${name})` })),
  ];
  const sums = Object.fromEntries(mistakes.map(({ sql }, index) => [`sum_${index}`, sql]));
  const { figures: found } = await bill.total({ figures: sums, where });
  const mistake = mistakes.find((_, index) => isActual(found[`sum_${index}`] ?? 0));
  if (mistake) return mistake.name;
  for (const [name, change] of ranges) {
    const other = await bill.total({ figures: { sum }, where: where.map(change) });
    if (isActual(other.figures.sum ?? 0)) return `the sum ${name}`;
  }
  return null;
}
