import { operations } from '../../../../src/generated/operations.js';
import type { Pagination } from '../../../../src/generated/types.js';
import type { ActiveCheck } from '../../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../../engine/http/exchange.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { Blocked, fail as failWith, NotApplicable, type Violation } from '../../../engine/judge/outcome.js';
import type { Operation } from '../../../engine/operation.js';
import type { Probe } from '../../../engine/run/probe.js';
import type { AreaClaim } from '../../claims.js';
import { isProposedParameter } from '../../contract.js';
import { describe } from '../../expect/response.js';

export const source = 'Pagination object';
const isPaged = ({ parameters }: Operation) =>
  ['page', 'page_size'].every((name) => parameters.some((one) => one.in === 'query' && one.name === name));
export const paged = operations.filter(isPaged).map(({ operationId }) => operationId);

/** The maximum number of pages that one walk reads. */
export const longestWalk = 12;

export const numbers = ['total_items', 'total_pages', 'current_page', 'page_size'] as const;
export const flags = ['has_next', 'has_previous'] as const;

function itemsOf({ response }: CompleteExchange): unknown[] | undefined {
  const items = response.json?.data?.items;
  return Array.isArray(items) ? items : undefined;
}

/** @returns the pagination if all its members have their type; other checks report the rest */
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

/** @throws {Finding} always; its basis is proposed where the document only proposes paging */
export function fail(violation: Violation & { exchange: CompleteExchange }): never {
  const { operationId } = violation.exchange;
  const proposed = operationId !== null && isProposedParameter(operationId, 'query:page');
  failWith({ ...violation, basis: proposed ? 'proposed' : undefined });
}

export function read(exchange: CompleteExchange): Page {
  if (!isSuccess(exchange)) {
    throw new Blocked(`a page could not be read: ${describe(exchange)}`, exchange);
  }
  const page = paginationOf(exchange);
  const items = itemsOf(exchange);
  if (!page || !items) {
    if (exchange.operationId && isProposedParameter(exchange.operationId, 'query:page')) {
      throw new NotApplicable('the target does not page this list, where paging is only proposed');
    }
    throw malformedList(exchange);
  }
  return { page, items, exchange };
}

/** Returns what is wrong with a list response, and the check that reports it. */
function malformedList(exchange: CompleteExchange): Blocked {
  const { pagination } = exchange.response.json?.data ?? {};
  if (!itemsOf(exchange) || typeof pagination !== 'object' || pagination === null) {
    const check = 'pagination.list-has-items-and-pagination';
    return new Blocked('the list response has no `items` or no `pagination`', exchange, check);
  }
  return numbers.every((name) => Number.isInteger(pagination[name]))
    ? new Blocked('a flag of `pagination` is not a boolean', exchange, 'pagination.flags-are-booleans')
    : new Blocked('a number of `pagination` is not an integer', exchange, 'pagination.numbers-are-integers');
}

/** The parameters of a page; without one, its default. */
interface PageQuery {
  readonly page?: number;
  /** The number of items. */
  readonly page_size?: number;
}

/** The pages of a list as a request with some parameters returns them. */
export class PagedList {
  constructor(
    readonly probe: Probe,
    readonly plan: RequestPlan,
  ) {}

  /** Requests it with other parameters. */
  send(query: PageQuery): Promise<CompleteExchange> {
    const parameters = Object.entries(query);
    return this.probe.send(
      parameters.reduce((plan, [name, value]) => withQuery(plan, name, String(value)), this.plan),
    );
  }

  async at(query: PageQuery): Promise<Page> {
    return read(await this.send(query));
  }

  /** Reads pages 1, 2, … of a size, up to the last or to the maximum of one walk. */
  async walk(size: Pick<PageQuery, 'page_size'> = {}): Promise<Page[]> {
    const pages = [await this.at(size)];
    while (pages.length < Math.min(longestWalk, pages.at(-1)?.page.total_pages ?? 0))
      pages.push(await this.at({ ...size, page: pages.length + 1 }));
    return pages;
  }
}

/** Returns a page size below the current one that splits the list into a few pages. */
export function smaller({ total_items, page_size }: Pagination): Required<Pick<PageQuery, 'page_size'>> {
  const few = Math.max(1, Math.ceil(total_items / 4));
  return { page_size: few < page_size ? few : Math.max(1, page_size - 1) };
}

/** @throws {Finding} if current_page is not the requested page */
export function expectPage(number: number, { page, exchange }: Page): void {
  if (page.current_page === number) return;
  fail({
    message: '`current_page` is not the requested page.',
    expected: `current_page ${number}`,
    actual: `current_page ${page.current_page}`,
    exchange,
  });
}

/**
 * Returns what identifies an item: its id, or else its members other than amounts, which may have another last digit
 * if a database adds them up in another order.
 */
export function identityOf(item: any): string {
  const id = item?.id ?? item?.row_id ?? item?.recommendation_id;
  return JSON.stringify(id ?? item, (_name, value) => (isFraction(value) ? undefined : value));
}

const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);

export const identitiesIn = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(identityOf));

/** True if the list passes, otherwise the violation. */
export type PagesJudgment = true | (Violation & { exchange: CompleteExchange });

export interface PagesCheck extends AreaClaim, Partial<Pick<ActiveCheck, 'requests' | 'onTraffic'>> {
  /** The fewest items with which the check applies to a list. */
  readonly needs?: 1 | 2;
  readonly judge: (first: Page, list: PagedList) => Promise<PagesJudgment>;
}

/** Returns a check that compares pages of one list. */
export function onPages({ needs, judge, ...claim }: PagesCheck): ActiveCheck {
  return {
    source,
    ...claim,
    operations: isPaged,
    anyKey: true,
    async run(probe) {
      const { plan, exchange } = await probe.correctOfAnyKey({ withSameData: true });
      const first = read(exchange);
      if (needs !== undefined && first.page.total_items < needs) {
        throw new NotApplicable(needs === 1 ? 'the list is empty' : 'the list has fewer than two items');
      }
      const judgment = await judge(first, new PagedList(probe, plan));
      if (judgment !== true) fail(judgment);
    },
  };
}
