import type { Pagination } from '../../../../src/generated/types.js';
import type { ActiveCheck } from '../../../engine/check.js';
import { count } from '../../../engine/count.js';
import type { RequestPlan } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { consistent, contradiction, derived } from '../../claims.js';
import { nearMoney } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import {
  identitiesIn,
  identityOf,
  longestWalk,
  ofSize,
  onPages,
  type Page,
  type PagesCheck,
  type PagesJudgment,
  read,
  smallerSize,
  walk,
} from './paged.js';

/** Returns a request at the default page size, and one at a smaller size. */
const atTwoSizes = (plan: RequestPlan, page: Pagination) => [plan, ofSize(plan, smallerSize(page))];

/** The numbers beside the items of a list, such as a total. */
const figuresBeside = ({ exchange }: Page): readonly (readonly [name: string, value: number])[] =>
  Object.entries<unknown>(exchange.response.json?.data ?? {}).filter(
    (member): member is [string, number] => typeof member[1] === 'number',
  );

/** Judges all pages of the list at both sizes; stops at the first violation. */
function atEachSize(judge: (pages: readonly Page[], last: Page) => PagesJudgment): PagesCheck['judge'] {
  return async ({ plan, page }, probe) => {
    for (const sized of atTwoSizes(plan, page)) {
      const pages = await walk(probe, sized);
      const judgment = judge(pages, pages.at(-1) as Page);
      if (judgment !== true) return judgment;
    }
    return true;
  };
}

/** Checks of all pages of a list together. */
export const wholeListChecks: readonly ActiveCheck[] = [
  onPages({
    id: 'pagination.pages-do-not-overlap',
    ...derived,
    requirement: 'No item is on two pages, at the default page size and at a smaller one.',
    requests: 6,
    needs: 1,
    judge: atEachSize((pages, { page, exchange }) => {
      const twice = twiceIn(identitiesIn(pages));
      return (
        twice === undefined || {
          message: 'An item is on more than one page.',
          expected: 'every item on one page only',
          actual: `${twice} twice at page_size ${page.page_size}`,
          exchange,
        }
      );
    }),
  }),
  onPages({
    id: 'pagination.pages-hold-every-item',
    dependsOn: ['pagination.starts-at-the-first-page', 'pagination.totals-are-the-same-on-every-page'],
    ...consistent,
    requirement:
      'All pages together contain `total_items` items, at the default page size and at a smaller one.',
    requests: 6,
    needs: 1,
    judge: atEachSize((pages, { page, exchange }) => {
      const { length } = identitiesIn(pages);
      return (
        // A longer list is not read to its end, so its items cannot be counted.
        page.total_pages > longestWalk ||
        length === page.total_items || {
          message: 'The pages together do not contain `total_items` items.',
          expected: `${page.total_items} items`,
          actual: `${count(length, 'item')} on ${count(pages.length, 'page')} of ${page.page_size}`,
          exchange,
        }
      );
    }),
  }),
  onPages({
    id: 'pagination.order-is-the-same-at-every-size',
    dependsOn: ['pagination.starts-at-the-first-page'],
    ...consistent,
    requirement: 'The order of the items is the same at every page size.',
    requests: 0,
    needs: 2,
    async judge({ plan, page }, probe) {
      const all = identitiesIn(await walk(probe, plan));
      const small = identitiesIn(await walk(probe, ofSize(plan, smallerSize(page))));
      const at = small.slice(0, all.length).findIndex((item, index) => item !== all[index]);
      return (
        at < 0 || {
          message: 'The order of the items changes with the page size.',
          expected: `${all[at]} at position ${at + 1}, as at the default size`,
          actual: small[at] ?? 'nothing',
          exchange: read(await probe.send(plan)).exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.order-is-stable',
    ...derived,
    requirement: 'The same page requested twice contains the same items in the same order.',
    async judge({ plan, items }, probe) {
      const again = read(await probe.send(plan, { again: true }));
      const [before, after] = [items, again.items].map((list) => list.map(identityOf).join(', '));
      return (
        before === after || {
          message: 'The same page requested twice contains different items, or in a different order.',
          expected: show(before),
          actual: show(after),
          exchange: again.exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.totals-are-the-same-on-every-page',
    ...consistent,
    requirement: '`total_items` is the same on every page and at every page size.',
    requests: 0,
    async judge({ plan, page }, probe) {
      const [usual, smaller] = atTwoSizes(plan, page) as [RequestPlan, RequestPlan];
      const pages = [...(await walk(probe, usual)), ...(await walk(probe, smaller))];
      const other = pages.find((one) => one.page.total_items !== page.total_items);
      return (
        other === undefined || {
          message: '`total_items` differs between pages.',
          expected: `${page.total_items}, as on the first page`,
          actual: String(other.page.total_items),
          exchange: other.exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.figures-are-of-all-pages',
    ...contradiction,
    requirement:
      'A figure beside the items of a list, such as `total_savings`, is the same at every page size.',
    source: 'Proposed by this contract',
    requests: 0,
    needs: 2,
    async judge({ plan, ...first }, probe) {
      const figures = figuresBeside(first);
      if (figures.length === 0) throw new NotApplicable('the list has no figure beside its items');
      const smaller = read(await probe.send(ofSize(plan, smallerSize(first.page))));
      const others = new Map(figuresBeside(smaller));
      const wrong = figures.find(([name, value]) => !nearMoney(others.get(name) ?? value, value));
      return (
        wrong === undefined || {
          message: `\`${wrong[0]}\` changes with the page size.`,
          expected: `${wrong[1]}, as on a page of ${first.page.page_size}`,
          actual: `${others.get(wrong[0])} on a page of ${smaller.page.page_size}`,
          exchange: smaller.exchange,
        }
      );
    },
  }),
];
