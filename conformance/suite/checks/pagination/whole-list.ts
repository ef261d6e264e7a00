import type { ActiveCheck } from '../../../engine/check.js';
import { count } from '../../../engine/count.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { consistent, contradiction, derived } from '../../claims.js';
import { nearMoney } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import {
  identitiesIn,
  identityOf,
  longestWalk,
  onPages,
  type Page,
  type PagesCheck,
  type PagesJudgment,
  read,
  smaller,
} from './paged.js';

/** The numbers beside the items of a list, such as a total. */
const figuresBeside = ({ exchange }: Page): readonly (readonly [name: string, value: number])[] =>
  Object.entries<unknown>(exchange.response.json?.data ?? {}).filter(
    (member): member is [string, number] => typeof member[1] === 'number',
  );

/** Judges all pages of the list at both sizes; stops at the first violation. */
function atEachSize(judge: (pages: readonly Page[], last: Page) => PagesJudgment): PagesCheck['judge'] {
  return async ({ page }, list) => {
    for (const size of [{}, smaller(page)]) {
      const pages = await list.walk(size);
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
    async judge({ page, exchange }, list) {
      const all = identitiesIn(await list.walk());
      const small = identitiesIn(await list.walk(smaller(page)));
      const at = small.slice(0, all.length).findIndex((item, index) => item !== all[index]);
      return (
        at < 0 || {
          message: 'The order of the items changes with the page size.',
          expected: `${all[at]} at position ${at + 1}, as at the default size`,
          actual: small[at] ?? 'nothing',
          exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.order-is-stable',
    ...derived,
    requirement: 'The same page requested twice contains the same items in the same order.',
    async judge({ items }, { probe, plan }) {
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
    async judge({ page }, list) {
      const pages = [...(await list.walk()), ...(await list.walk(smaller(page)))];
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
    async judge(first, list) {
      const figures = figuresBeside(first);
      if (figures.length === 0) throw new NotApplicable('the list has no figure beside its items');
      const other = await list.at(smaller(first.page));
      const others = new Map(figuresBeside(other));
      const wrong = figures.find(([name, value]) => !nearMoney(others.get(name) ?? value, value));
      return (
        wrong === undefined || {
          message: `\`${wrong[0]}\` changes with the page size.`,
          expected: `${wrong[1]}, as on a page of ${first.page.page_size}`,
          actual: `${others.get(wrong[0])} on a page of ${other.page.page_size}`,
          exchange: other.exchange,
        }
      );
    },
  }),
];
