/** The checks that require the claim of another: if that one fails, they fail too. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  'pagination.starts-at-the-first-page': [
    'pagination.page-is-full',
    'pagination.has-next-is-true-before-the-last',
    'pagination.has-previous-is-true-after-the-first',
    'pagination.pages-hold-every-item',
    'pagination.order-is-the-same-at-every-size',
  ],
  'pagination.totals-are-the-same-on-every-page': [
    'pagination.total-pages-follows-from-items',
    'pagination.page-is-full',
    'pagination.pages-hold-every-item',
    'pagination.one-page-can-hold-all',
    'filters.provider-leaves-none-out',
    'filters.kind-leaves-none-out',
    'filters.status-leaves-none-out',
    'filters.hold-on-every-page',
  ],
  'filters.provider-returns-only-matches': [
    'filters.provider-leaves-none-out',
    'filters.unknown-value-matches-nothing',
  ],
  'filters.kind-returns-only-matches': [
    'filters.kind-leaves-none-out',
    'filters.combine-to-their-intersection',
    'filters.hold-on-every-page',
    'filters.no-match-is-an-empty-list',
  ],
  'filters.status-returns-only-matches': ['filters.status-leaves-none-out'],
};

/** @returns the checks that must pass on the same operation before a check applies */
export function preconditionsOf(id: string): string[] {
  return Object.entries(dependents).flatMap(([check, following]) => (following.includes(id) ? [check] : []));
}
