import type { OperationId } from '../../../src/generated/operations.js';
import type { CallInput, TestDataset } from './dataset.js';

/** Reads all pages of a list and returns the first page with the items of all. */
export function everyPage({ call }: TestDataset, operationId: OperationId, request: CallInput = {}): any {
  const pageOf = (page: number) =>
    call(operationId, { ...request, query: { page_size: 100, ...request.query, page } });
  const first = pageOf(1);
  const others = Array.from({ length: Math.max(0, first.pagination.total_pages - 1) }, (_, i) =>
    pageOf(i + 2),
  );
  return { ...first, items: [first, ...others].flatMap(({ items }) => items) };
}
