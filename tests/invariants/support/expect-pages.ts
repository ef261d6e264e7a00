import { expect } from 'vitest';
import type { OperationId } from '../../../src/generated/operations.js';
import type { Asked, TestWorld } from './ask.js';
import { everyPage } from './every-page.js';

/** Holds a list to what pagination promises: each row once, in one order, whatever the size of a page. */
export function expectPages(
  world: TestWorld,
  operationId: OperationId,
  request: Asked,
  sizes: readonly number[],
): void {
  const whole = everyPage(world, operationId, request).items;
  for (const page_size of sizes) {
    const total_pages = Math.ceil(whole.length / page_size);
    const pageOf = (page: number) =>
      world.ask(operationId, { ...request, query: { ...request.query, page_size, page } });
    const pages = Array.from({ length: total_pages }, (_, i) => pageOf(i + 1));
    expect(pages.flatMap(({ items }) => items)).toEqual(whole);
    // One page more than there are is empty, and says so.
    for (const [i, { items, pagination }] of [...pages, pageOf(total_pages + 1)].entries()) {
      expect(items.length).toBeLessThanOrEqual(page_size);
      expect(pagination).toEqual({
        total_items: whole.length,
        total_pages,
        current_page: i + 1,
        page_size,
        has_next: i + 1 < total_pages,
        has_previous: i > 0 && total_pages > 0,
      });
    }
  }
}
