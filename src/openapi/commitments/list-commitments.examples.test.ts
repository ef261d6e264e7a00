import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const data = (name: string) => document.components.examples[`listCommitments.${name}`].value.data;
const whole = data('everything');
const first = data('page-of-several');

describe('the examples of the commitments list', () => {
  it.each([whole, first, data('nothing-matches')])(
    'count the pages of $pagination.total_items items',
    (page) => {
      const { total_items, total_pages, current_page, page_size, has_next, has_previous } = page.pagination;
      expect(total_pages).toBe(Math.ceil(total_items / page_size));
      expect([has_next, has_previous]).toEqual([current_page < total_pages, current_page > 1]);
      expect(page.items.length).toBe(Math.min(page_size, total_items));
    },
  );

  it('begin with the same rows whatever the size of the page', () => {
    expect(first.items).toEqual(whole.items.slice(0, first.pagination.page_size));
    expect(first.pagination.total_items).toBe(whole.items.length);
  });

  it('sell each kind at its own provider', () => {
    const kinds = (provider: string) =>
      new Set(whole.items.filter((row: any) => row.provider === provider).map((row: any) => row.kind));
    expect(kinds('provider_a')).toEqual(new Set(['reserved_instance', 'savings_plan']));
    expect(kinds('provider_b')).toEqual(new Set(['committed_use_discount', 'spend_commitment']));
  });

  it('measure only what runs', () => {
    for (const row of whole.items) expect(row.current_utilization_pct === null).toBe(row.status !== 'active');
  });
});
