import type { OperationRequest } from '../../types.js';
import { dayOf, parseDate } from '../calendar.js';
import type { Context } from '../context.js';
import { sum, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';
import { invalidQuery, pageOf } from '../responses.js';
import type { Recommendation } from '../seed-data/types.js';
import { recommendationRow } from './row.js';
import { monthlySavingOf } from './savings.js';

type Row = ReturnType<typeof recommendationRow>;

/** The display status of each status that differs from it. */
const displayStatusOf: Readonly<Record<string, string>> = {
  in_progress: 'processing',
  failed: 'unavailable',
};

/** The recommendations for one provider, filtered, sorted and paginated. */
export function listRecommendations(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  checkPeriod(query);
  const matches = rowsOf(context, provider.id).filter(
    ({ one, row }) => createdBetween(one, query) && passes(row, query),
  );
  const saving = sum(matches.map((match) => match.saving));
  const rows = matches.map(({ row }) => row).sort(orderOf(query));
  return { total_savings: usd(saving), ...pageOf(rows, query.page, query.page_size, (row) => row) };
}

function rowsOf(context: Context, provider: string) {
  return context.memo(`recommendations ${provider}`, () =>
    context.ledger.seedData.recommendations
      .filter((one) => one.provider === provider)
      .map((one) => ({ one, row: recommendationRow(context, one), saving: monthlySavingOf(context, one) })),
  );
}

function checkPeriod({ start, end }: Record<string, any>): void {
  if (start === undefined || end === undefined || start <= end) return;
  throw invalidQuery('end', `Must be ${start} or later.`, 'range', { input: end, ctx: { minimum: start } });
}

function createdBetween({ createdAt }: Recommendation, { start, end }: Record<string, any>): boolean {
  const day = dayOf(createdAt);
  return (
    (start === undefined || day >= (parseDate(start) as number)) &&
    (end === undefined || day <= (parseDate(end) as number))
  );
}

function passes(row: Row, query: Record<string, any>): boolean {
  for (const field of ['service', 'environment', 'account', 'tag'] as const) {
    const value = row[field];
    if (query[field] !== undefined && !query[field].includes(value)) return false;
    if (query[`${field}_not`]?.includes(value)) return false;
  }
  const displayStatus = displayStatusOf[row.status] ?? row.status;
  if (query.display_status !== undefined && !query.display_status.includes(displayStatus)) return false;
  return query.search === undefined || mentions(row, query.search.toLowerCase());
}

/** Whether a value, or one of its members, contains a text. */
function mentions(value: unknown, text: string): boolean {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).toLowerCase().includes(text);
  }
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((part) => mentions(part, text))
  );
}

/** Sorts rows without a value as the smallest, and equal rows by id. */
function orderOf({ sort_by, sort_order }: Record<string, any>) {
  const direction = sort_order === 'desc' ? -1 : 1;
  return (one: Row, other: Row): number => {
    const [a, b] = [one[sort_by as keyof Row], other[sort_by as keyof Row]] as (string | number | null)[];
    if (a !== b) return direction * (a === null || (b !== null && (a as string) < (b as string)) ? -1 : 1);
    return one.recommendation_id < other.recommendation_id ? -1 : 1;
  };
}
