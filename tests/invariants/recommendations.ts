import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { cents, sumOf } from './support/cents.js';
import { anywhere, anywhereFor, claims } from './support/claims.js';
import { day } from './support/days.js';
import { everyPage } from './support/every-page.js';
import { expectPages } from './support/expect-pages.js';
import { expectPercent } from './support/near.js';

const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];
const provider = fc.constantFrom('provider_a', 'provider_b');
const audits = [4711, 4712, 4713];
const saving = (row: any) => row.monthly_savings;

function list(world: TestWorld, provider_id: string, query: object = {}): any {
  return everyPage(world, 'listRecommendations', { path: { provider_id }, query: { ...query } });
}

function expectInOrder(moments: readonly (string | null)[]) {
  const known = moments.filter((moment) => moment !== null);
  expect(known).toEqual(known.toSorted());
}

export const recommendations = claims('recommendations', {
  'W7, W8 and W9: stand on one page each': anywhereFor(
    fc.record({ provider, page_size: fc.integer({ min: 1, max: 5 }) }),
    (world, { provider, page_size }) => {
      expectPages(world, 'listRecommendations', { path: { provider_id: provider } }, [page_size, 100]);
    },
  ),

  'count the savings of every match on each page': anywhereFor(
    fc.record({ provider, page_size: fc.integer({ min: 1, max: 5 }) }),
    (world, one) => {
      const whole = list(world, one.provider);
      expect(sumOf(whole.items, saving)).toBe(cents(whole.total_savings));
      const pages = Math.ceil(whole.items.length / one.page_size);
      const rows = Array.from({ length: pages }, (_, i) => {
        const page = world.ask('listRecommendations', {
          path: { provider_id: one.provider },
          query: { page: i + 1, page_size: one.page_size },
        });
        expect(page.total_savings).toBe(whole.total_savings);
        return page.items;
      });
      expect(rows.flat()).toEqual(whole.items);
    },
  ),

  'stand under one heading each': anywhereFor(provider, (world, one) => {
    const headings = ['available', 'pending', 'processing', 'optimized', 'rejected', 'unavailable'];
    const ids = headings.flatMap((heading) =>
      list(world, one, { display_status: [heading] }).items.map((row: any) => row.recommendation_id),
    );
    expect(ids.toSorted()).toEqual(
      list(world, one)
        .items.map((row: any) => row.recommendation_id)
        .toSorted(),
    );
  }),

  'are split in two by a filter and its opposite': anywhereFor(
    fc.record({ provider, field: fc.constantFrom('service', 'environment', 'account', 'tag') }),
    (world, { provider, field }) => {
      const all = list(world, provider).items;
      for (const value of new Set(all.map((row: any) => row[field]).filter((one: any) => one !== null))) {
        const kept = list(world, provider, { [field]: [value] }).items;
        const left = list(world, provider, { [`${field}_not`]: [value] }).items;
        expect(kept.every((row: any) => row[field] === value)).toBe(true);
        expect(kept.length + left.length).toBe(all.length);
      }
    },
  ),

  'come in the order that was asked for': anywhereFor(
    fc.constantFrom(
      'recommendation_id',
      'service',
      'environment',
      'account',
      'tag',
      'monthly_savings',
      'savings_percentage',
      'status',
    ),
    (world, field) => {
      const values = (sort_order: string): any[] =>
        list(world, 'provider_a', { sort_by: field, sort_order }).items.map((row: any) => row[field]);
      const compare = (a: any, b: any) => (a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1);
      const ascending = values('asc');
      expect(ascending).toEqual(ascending.toSorted(compare));
      expect(values('desc')).toEqual(ascending.toSorted((a, b) => compare(b, a)));
    },
  ),

  'tell the same in detail as in the list': anywhereFor(provider, (world, one) => {
    for (const row of list(world, one).items) {
      const detail = world.ask('getRecommendation', { path: { id: row.recommendation_id } });
      const { terms_accepted_at, saving_accepted_by, updated_at, ...common } = row;
      expect(detail).toMatchObject(common);
      expect(cents(detail.annual_savings)).toBe(cents(detail.monthly_savings) * 12);
      expectPercent(detail.savings_percentage, detail.monthly_savings, detail.current_spending);
      expectInOrder([
        row.created_at,
        row.terms_accepted_at,
        row.updated_at,
        new Date(world.clock.now()).toISOString(),
      ]);
    }
  }),

  'count the second of two on what the first leaves, and link both ways': anywhere((world) => {
    const rows = list(world, 'provider_a').items;
    const seconds = rows.filter((row: any) => row.linked_to?.order === 'second');
    expect(seconds.length).toBeGreaterThan(0);
    for (const { recommendation_id, linked_to } of seconds) {
      const [first, second] = [linked_to.recommendation_id, recommendation_id].map((id) =>
        world.ask('getRecommendation', { path: { id } }),
      );
      expect(cents(second.current_spending)).toBe(
        cents(first.current_spending) - cents(first.monthly_savings),
      );
      expect(first.linked_to.recommendation_ids).toContain(recommendation_id);
      expect(linked_to.monthly_savings).toBe(first.monthly_savings);
    }
  }),

  'make the overview and the potential savings of the cost summary': anywhereFor(provider, (world, one) => {
    const path = { provider_id: one };
    const overview = world.ask('getRecommendationOverview', { path });
    const summary = world.ask('getCostSummary', { path });
    const savings = (headings: string[]) =>
      sumOf(list(world, one, { display_status: headings }).items, saving);
    expect(cents(overview.available_savings)).toBe(savings(['available']));
    expect(cents(overview.pending_savings)).toBe(savings(['pending', 'processing']));
    expect(cents(overview.potential_savings)).toBe(savings(['available', 'pending', 'processing']));
    expect(summary.potential_savings).toBe(overview.potential_savings);
    expect(summary.monthly_spending).toBe(overview.total_spend);
  }),

  'have no potential with a provider that was not looked at': anywhere(({ ask }) => {
    const path = { provider_id: 'provider_c' };
    expect(ask('getRecommendationOverview', { path })).toMatchObject({
      total_spend: null,
      potential_savings: null,
    });
  }),
});

export const savingsAudit = claims('the savings audit', {
  'W87: saves in all what was saved with each provider, as their overviews say': anywhere(({ ask }) => {
    const summary = ask('getSavingsAuditSummary');
    expect(sumOf(summary.providers, (one: any) => one.total_savings)).toBe(cents(summary.total_savings));
    const connected = ask('listProviders').map((one: any) => one.provider_id);
    for (const provider_id of providers) {
      const own = summary.providers.find((one: any) => one.provider_id === provider_id);
      const { saved_itd } = ask('getRecommendationOverview', { path: { provider_id } });
      expect(own?.total_savings ?? 0).toBe(saved_itd);
      expect(connected).toContain(provider_id);
    }
  }),

  'W87: names each provider as the list of providers does, in the order of their ids': anywhere(({ ask }) => {
    const summary = ask('getSavingsAuditSummary');
    expect(summary.providers.map(({ provider_id }: any) => provider_id)).toEqual(
      summary.providers.map(({ provider_id }: any) => provider_id).toSorted(),
    );
    const names = new Map(ask('listProviders').map((one: any) => [one.provider_id, one.provider_name]));
    for (const { provider_id, provider: name } of summary.providers)
      expect(name).toBe(names.get(provider_id));
  }),

  'W87: saves twelve times as much in a year as in a month': anywhere(({ ask }) => {
    const { total_annual_savings, total_monthly_savings } = ask('getSavingsAuditSummary');
    expect(cents(total_annual_savings)).toBe(cents(total_monthly_savings) * 12);
  }),

  'W88: realizes the sum of its lines, each its quantity at the price of a unit': anywhereFor(
    fc.constantFrom(...audits),
    ({ ask }, audit_id) => {
      const audit = ask('getRealizedSavingsAudit', { path: { audit_id } });
      const realized = audit.realized_savings_usd ?? audit.realized_savings_in_progress_usd;
      expect(sumOf(audit.lines, (line: any) => line.savings_usd)).toBe(cents(realized));
      expect([audit.realized_savings_usd, audit.realized_savings_in_progress_usd]).toContain(null);
      for (const { usage_quantity, unit_price_usd, savings_usd } of audit.lines) {
        expect(Math.abs(usage_quantity * unit_price_usd - savings_usd)).toBeLessThanOrEqual(0.01);
      }
      const ids = audit.lines.map((line: any) => line.id);
      expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other));
      expect(new Set(ids).size).toBe(ids.length);
    },
  ),

  'W88: repeats the event of a row that a person confirmed': anywhere(({ ask }) => {
    const rows = audits.map((audit_id) => ask('getRealizedSavingsAudit', { path: { audit_id } }));
    const byHand = rows.filter(({ verification }) => verification.startsWith('manual-'));
    expect(byHand.length).toBeGreaterThan(0);
    for (const row of byHand) expect(row).toMatchObject(row.technical_details);
    for (const row of rows.filter((one) => !byHand.includes(one))) expect(row.technical_details).toBeNull();
  }),

  'W89: happens in order, settled only once confirmed': anywhereFor(
    fc.constantFrom(...audits),
    ({ ask, clock }, audit_id) => {
      const audit = ask('getRealizedSavingsAudit', { path: { audit_id } });
      const now = new Date(clock.now()).toISOString();
      expectInOrder([
        audit.first_view_at,
        audit.implemented_at,
        audit.detected_at,
        audit.settled_at,
        audit.frozen_at,
        now,
      ]);
      expectInOrder([audit.billing_period_start, audit.implemented_at, audit.billing_period_end]);
      expectInOrder([audit.implemented_at, audit.snapshot_7d_at, audit.snapshot_30d_at, now]);
      const days = (Date.parse(audit.billing_period_end) - Date.parse(audit.billing_period_start)) / day;
      expect(audit.days_active_in_period).toBeGreaterThanOrEqual(0);
      expect(audit.days_active_in_period).toBeLessThanOrEqual(days);
      expect(audit.realized_savings_7d_usd === null).toBe(audit.snapshot_7d_at === null);
      expect(audit.realized_savings_30d_usd === null).toBe(audit.snapshot_30d_at === null);
      expect(audit.realized_savings_usd === null).toBe(audit.settled_at === null);
      if (audit.verification === 'pending') {
        expect([audit.settled_at, audit.frozen_at]).toEqual([null, null]);
      }
    },
  ),

  'W88: saved in a week and in a month what its lines save in a day': anywhereFor(
    fc.constantFrom(...audits),
    ({ ask }, audit_id) => {
      const audit = ask('getRealizedSavingsAudit', { path: { audit_id } });
      const [from, to] = [audit.implemented_at, audit.billing_period_end].map(
        (at) => Date.parse(at) / day,
      ) as [number, number];
      expect(audit.id).toBe(audit_id);
      const saved = sumOf(audit.lines, (line: any) => line.savings_usd) / 100;
      // Settled, the lines are of every day from the change to the end of the period.
      const billed = Math.ceil(to - Math.floor(from));
      for (const [days, snapshot] of [
        [7, audit.realized_savings_7d_usd],
        [30, audit.realized_savings_30d_usd],
      ]) {
        if (snapshot === null || audit.settled_at === null) continue;
        const ofDays = (saved * days) / billed;
        expect(Math.abs(snapshot - ofDays)).toBeLessThanOrEqual((0.02 * days) / billed + 0.02);
      }
      const [week, month] = [audit.realized_savings_7d_usd, audit.realized_savings_30d_usd];
      if (month !== null) expect(Math.abs((week * 30) / 7 - month)).toBeLessThanOrEqual(0.05);
    },
  ),

  'W89: was carried out step by step, or by hand': anywhereFor(
    fc.constantFrom(...audits),
    ({ ask }, audit_id) => {
      const audit = ask('getRealizedSavingsAudit', { path: { audit_id } });
      const { execution_logs, execution_steps, implementation_method } = audit;
      expect(audit.dashboard_view_id === null).toBe(audit.dashboard_viewer === null);
      expect(execution_logs.map(({ step_id }: any) => step_id)).toEqual(
        execution_steps.map(({ step_id }: any) => step_id),
      );
      expect(execution_steps.length === 0).toBe(implementation_method === 'manual');
      for (const { commands } of execution_logs) {
        expect(commands.map(({ order }: any) => order)).toEqual(commands.map((_: any, i: number) => i + 1));
      }
    },
  ),

  'W89: was expected to save the monthly saving for the rest of the period': anywhereFor(
    fc.constantFrom(...audits),
    ({ ask }, audit_id) => {
      const audit = ask('getRealizedSavingsAudit', { path: { audit_id } });
      const { monthly_savings } = ask('getRecommendation', { path: { id: audit.recommendation_id } });
      const [from, start, to] = [
        audit.implemented_at,
        audit.billing_period_start,
        audit.billing_period_end,
      ].map((at) => Math.floor(Date.parse(at) / day)) as [number, number, number];
      expect(audit.estimated_savings_usd).toBeCloseTo((monthly_savings * (to - from)) / (to - start), 1);
    },
  ),
});

export const repositories = claims('the repositories of a recommendation', {
  'W92: name the pull request and its repository in its address, or say why there is none': anywhere(
    (world) => {
      const ids = providers.flatMap((one) => list(world, one).items.map((row: any) => row.recommendation_id));
      const targets = ids.flatMap(
        (recommendation_id) => world.ask('listRecommendationTargets', { path: { recommendation_id } }).items,
      );
      expect(targets.length).toBeGreaterThan(0);
      for (const { repo_full_name, pr_url, pr_number, opened_at, error_message } of targets) {
        expect(repo_full_name).toMatch(/^[^/]+\/[^/]+$/);
        expect(pr_url === null).toBe(pr_number === null);
        if (pr_url !== null) {
          expect(pr_url).toContain(repo_full_name);
          expect(pr_url.endsWith(`/${pr_number}`)).toBe(true);
        }
        if (error_message !== null) expect(pr_url).toBeNull();
        expectInOrder([opened_at, new Date(world.clock.now()).toISOString()]);
      }
    },
  ),
});
