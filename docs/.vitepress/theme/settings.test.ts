import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';

const usual = '2026-06-15T12:00:00Z';
const end = '2026-06-03T00:00:00Z';
const own = '2027-01-01T00:00:00Z';
const costs = new File(['a'], 'costs.csv');

/** The settings of a page that was just loaded. */
async function load() {
  vi.resetModules();
  const page = await import('./settings.js');
  page.rememberSettings(usual);
  return page;
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  return () => vi.unstubAllGlobals();
});

describe('the clock of a form', () => {
  it('is at the end of a bill while the bill is served', async () => {
    const { settings, serveBill, selectScenario } = await load();
    expect(settings.now).toBe(usual);
    serveBill(costs, end);
    expect(settings).toMatchObject({ scenario: 'data', now: end });
    selectScenario('empty');
    expect(settings).toMatchObject({ scenario: 'empty', now: usual });
    selectScenario('data');
    expect(settings.now).toBe(end);
    serveBill(costs, '2026-07-01T00:00:00Z');
    selectScenario('default');
    expect(settings.now).toBe(usual);
  });

  it('is the usual one after the bill is gone with its page', async () => {
    const { serveBill } = await load();
    serveBill(costs, end);
    await nextTick();
    expect((await load()).settings).toMatchObject({ scenario: 'default', now: usual });
  });

  it('stays as the reader set it', async () => {
    const { settings, serveBill, selectScenario } = await load();
    serveBill(costs, end);
    settings.now = own;
    selectScenario('default');
    expect(settings.now).toBe(own);
    selectScenario('data');
    expect(settings.now).toBe(own);
    await nextTick();
    expect((await load()).settings).toMatchObject({ scenario: 'default', now: own });
  });

  it('returns to what the reader set before the bill', async () => {
    const { settings, serveBill } = await load();
    settings.now = own;
    serveBill(costs, end);
    expect(settings.now).toBe(end);
    await nextTick();
    expect((await load()).settings.now).toBe(own);
  });

  it('starts without session storage', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect((await load()).settings.now).toBe(usual);
  });
});
