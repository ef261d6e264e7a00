import { type Operation, operations } from '../../../src/generated/operations.js';
import type { ProbeCheck } from '../../check.js';
import type { Claim } from '../../claim.js';
import { isProposedParameter } from '../../contract.js';
import { describe } from '../../expect/response.js';
import type { CompleteExchange, RequestPlan } from '../../http/exchange.js';
import { isSuccess } from '../../http/exchange.js';
import { Blocked, type Fault, fail as failWith, NotApplicable } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { withQuery } from '../../requests.js';

export interface Pagination {
  readonly total_items: number;
  readonly total_pages: number;
  readonly current_page: number;
  readonly page_size: number;
  readonly has_next: boolean;
  readonly has_previous: boolean;
}

export const source = 'Pagination object';
const isPaged = ({ parameters }: Operation) =>
  ['page', 'page_size'].every((name) => parameters.some((one) => one.in === 'query' && one.name === name));
export const paged = operations.filter(isPaged).map(({ operationId }) => operationId);

/** The most pages that one walk reads. */
export const longestWalk = 12;

export const numbers = ['total_items', 'total_pages', 'current_page', 'page_size'] as const;
export const flags = ['has_next', 'has_previous'] as const;

export function itemsOf({ response }: CompleteExchange): unknown[] | undefined {
  const items = response.json?.data?.items;
  return Array.isArray(items) ? items : undefined;
}

/** @returns the pagination when all of it has its type; what is not so, another check tells. */
export function paginationOf({ response }: CompleteExchange): Pagination | undefined {
  const pagination = response.json?.data?.pagination;
  const whole =
    numbers.every((name) => Number.isInteger(pagination?.[name])) &&
    flags.every((name) => typeof pagination?.[name] === 'boolean');
  return whole ? pagination : undefined;
}

/** A page of a correct list, with its parts. */
export interface Page {
  readonly page: Pagination;
  readonly items: readonly unknown[];
  readonly exchange: CompleteExchange;
}

/** Where paging itself is only proposed, a fault in it is too. */
export function fail(fault: Fault & { exchange: CompleteExchange }): never {
  const { operationId } = fault.exchange;
  const proposed = operationId !== null && isProposedParameter(operationId, 'query:page');
  failWith({ ...fault, basis: proposed ? 'proposed' : undefined });
}

export function read(exchange: CompleteExchange): Page {
  if (!isSuccess(exchange)) {
    throw new Blocked(`a page could not be read: ${describe(exchange)}`, exchange);
  }
  const page = paginationOf(exchange);
  const items = itemsOf(exchange);
  if (!page || !items) {
    if (exchange.operationId && isProposedParameter(exchange.operationId, 'query:page')) {
      throw new NotApplicable('the target does not page this list, which is only proposed');
    }
    throw notPaged(exchange);
  }
  return { page, items, exchange };
}

/** What is wrong with the parts of a list, and which check finds it. */
function notPaged(exchange: CompleteExchange): Blocked {
  const { pagination } = exchange.response.json?.data ?? {};
  if (!itemsOf(exchange) || typeof pagination !== 'object' || pagination === null) {
    const check = 'pagination.list-has-items-and-pagination';
    return new Blocked('the list has no items and pagination', exchange, check);
  }
  return numbers.every((name) => Number.isInteger(pagination[name]))
    ? new Blocked('a flag of the pagination is not a boolean', exchange, 'pagination.flags-are-booleans')
    : new Blocked('a count of the pagination is not an integer', exchange, 'pagination.numbers-are-integers');
}

async function firstPage(probe: Probe): Promise<Page & { plan: RequestPlan }> {
  const { plan, exchange } = await probe.correct();
  return { plan, ...read(exchange) };
}

/** Pages 1, 2, … of a list at one size, until the last or as many as one walk reads. */
export async function walk(probe: Probe, plan: RequestPlan): Promise<Page[]> {
  const pages: Page[] = [];
  for (let number = 1; number <= longestWalk; number += 1) {
    const page = read(await probe.send(number === 1 ? plan : withQuery(plan, 'page', String(number))));
    pages.push(page);
    if (number >= page.page.total_pages) break;
  }
  return pages;
}

/** A size that splits the list in a few pages, below the server's own. */
export function smallerSize({ total_items, page_size }: Pagination): number {
  const few = Math.max(1, Math.ceil(total_items / 4));
  return few < page_size ? few : Math.max(1, page_size - 1);
}

/** @throws {Finding} when another page came than was asked for */
export function expectPage(number: number, { page, exchange }: Page): void {
  if (page.current_page === number) return;
  fail({
    message: 'Another page came than was asked for.',
    expected: `current_page ${number}`,
    actual: `current_page ${page.current_page}`,
    exchange,
  });
}

/** What tells one item from another: its id where it has one. */
export function identityOf(item: any): string {
  return JSON.stringify(item?.id ?? item?.row_id ?? item?.recommendation_id ?? item);
}

export const ofSize = (plan: RequestPlan, size: number) => withQuery(plan, 'page_size', String(size));
export const ofPage = (plan: RequestPlan, page: number) => withQuery(plan, 'page', String(page));

export const identitiesIn = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(identityOf));

/** True where the claim holds, and otherwise what is wrong. */
export type PagesJudgement = true | (Fault & { exchange: CompleteExchange });

export interface PagesCheck extends Omit<Claim, 'source'>, Partial<Pick<ProbeCheck, 'cost' | 'watch'>> {
  readonly source?: string;
  /** Items without which the list shows nothing of the claim. */
  readonly needs?: 1 | 2;
  readonly judge: (first: Page & { readonly plan: RequestPlan }, probe: Probe) => Promise<PagesJudgement>;
}

/** A claim about how the pages of one list hang together. */
export function onPages({ needs, judge, ...claim }: PagesCheck): ProbeCheck {
  return {
    kind: 'probe',
    source,
    ...claim,
    operations: isPaged,
    async run(probe) {
      const first = await firstPage(probe);
      if (needs !== undefined && first.page.total_items < needs) {
        throw new NotApplicable(needs === 1 ? 'the list is empty' : 'the list has fewer than two items');
      }
      const judgement = await judge(first, probe);
      if (judgement !== true) fail(judgement);
    },
  };
}
