import type { OperationId } from '../../src/generated/operations.js';
import type { Asked, TestWorld } from './world.js';

/** A list with all of its rows, read in the largest pages there are. */
export function everyPage({ ask }: TestWorld, operationId: OperationId, request: Asked = {}): any {
  const pageOf = (page: number) =>
    ask(operationId, { ...request, query: { page_size: 100, ...request.query, page } });
  const first = pageOf(1);
  const others = Array.from({ length: Math.max(0, first.pagination.total_pages - 1) }, (_, i) =>
    pageOf(i + 2),
  );
  return { ...first, items: [first, ...others].flatMap(({ items }) => items) };
}
