import { changed, changedData, queried } from '../changes.js';
import { times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const utilization = 'GET /commitments/utilization';

/** Moves the figures of each day or month to another one, by an index that depends on its own. */
function moveFigures({ services }: any, from: (index: number, count: number) => number) {
  for (const entry of services) {
    const dates = entry.days.map(({ date }: any) => date);
    entry.days = dates.map((date: string, index: number) => ({
      ...entry.days[from(index, dates.length)],
      date,
    }));
  }
}

const withZerosForNulls = (day: object) =>
  Object.fromEntries(Object.entries(day).map(([name, value]) => [name, value ?? 0]));

export const utilizationServers = onMock({
  'utilization.used-fits-in-purchased': {
    'more used hours than purchased hours': also(
      changedData(utilization, ({ services }) => {
        for (const entry of services) {
          entry.used_hours = entry.purchased_hours * 1.2;
          entry.utilization_pct = 120;
        }
      }),
      'coverage.grid-matches-the-utilization',
      'fields.values-are-in-bounds',
      'utilization.periods-make-the-headline',
      'utilization.dimensions-follow-from-the-hours',
      'utilization.services-make-the-used-hours',
    ),
  },
  'utilization.what-does-not-apply-is-null': {
    'zeros for figures that do not apply to the instrument': also(
      changed(utilization, 'services[].days[]', withZerosForNulls),
      'utilization.periods-make-the-headline',
    ),
  },
  'utilization.rates-of-periods-follow-from-hours': {
    'half the utilization of each day': changed(utilization, 'services[].days[].capacity_pct', times(0.5)),
  },
  'utilization.fees-follow-from-the-hour': {
    'a monthly fee of the whole window': changed(utilization, 'services[].committed_monthly_usd', times(2)),
  },
  'utilization.dimensions-follow-from-the-hours': {
    'a capacity of one half of the hours': changed(utilization, 'services[].dimensions[].used', times(0.5)),
  },
  'utilization.services-make-the-used-hours': {
    'savings plans without the first service they applied to': changedData(utilization, ({ services }) => {
      for (const entry of services) for (const one of entry.applied_to) one.hourly_usd /= 2;
    }),
  },
  'utilization.only-plans-promise-dollars': {
    'reservations that promise 0 dollars an hour': changedData(utilization, ({ services }) => {
      for (const entry of services) entry.contracted_hourly_usd ??= 0;
    }),
  },
  'utilization.periods-are-unique': {
    'daily entries in monthly utilization': also(
      queried(`${utilization}?granularity=monthly`, { granularity: null }),
      'parameters.echo-matches-the-request',
      'utilization.months-are-the-sums-of-their-days',
    ),
  },
  'utilization.days-lie-in-the-window': {
    'the start and end of the utilization are ignored': also(
      queried(`${utilization}?start=2026-05-01&end=2026-05-31`, {
        start: null,
        end: null,
      }),
      'utilization.window-is-as-requested',
    ),
  },
  'utilization.periods-make-the-headline': {
    'half of the hours in the headline of the utilization': also(
      changed(utilization, 'services[]', (entry) => ({
        ...entry,
        used_hours: entry.used_hours / 2,
        purchased_hours: entry.purchased_hours / 2,
      })),
      'utilization.dimensions-follow-from-the-hours',
      'utilization.services-make-the-used-hours',
    ),
  },
  'utilization.window-is-as-requested': {
    'a window that is always the last 30 days': also(
      changedData(utilization, (data, { query }) => {
        if (query.has('start')) Object.assign(data, { start: '2026-05-16', end: '2026-06-14' });
      }),
      'utilization.periods-are-in-order',
    ),
  },
  'utilization.periods-are-in-order': {
    'days with the newest first': changedData(utilization, ({ services }) => {
      for (const { days } of services) days.reverse();
    }),
  },
  'utilization.granularity-does-not-change-the-headline': {
    'fewer purchased hours with monthly granularity': also(
      changedData(utilization, ({ services }, { query }) => {
        if (query.get('granularity') !== 'monthly') return;
        for (const entry of services) {
          entry.used_hours *= 0.9;
          entry.purchased_hours *= 0.9;
        }
      }),
      'utilization.dimensions-follow-from-the-hours',
      'utilization.periods-make-the-headline',
    ),
  },
  'utilization.months-are-the-sums-of-their-days': {
    'a utilization with the figures of two months swapped': changedData(
      `${utilization}?granularity=monthly`,
      (data) => moveFigures(data, (index, count) => (count > 1 && index < 2 ? 1 - index : index)),
    ),
  },
  'utilization.days-are-the-same-in-a-longer-window': {
    'a utilization whose days depend on the window': also(
      changedData(`${utilization}?start&granularity=daily`, (data) =>
        moveFigures(data, (index, count) => (index + 1) % count),
      ),
      'utilization.months-are-the-sums-of-their-days',
    ),
  },

  'utilization.default-window-is-30-days': {
    'a default window of 31 days': changed(utilization, '', (data, _, { query }) =>
      query.has('start') ? data : { ...data, start: '2026-05-15' },
    ),
  },
  'utilization.known-hours-have-a-rate': {
    'used hours without a utilization': changed(utilization, 'services[].utilization_pct', null),
  },
  'utilization.fees-are-known-together': {
    'a fee of an hour without that of a month': changed(
      utilization,
      'services[].committed_monthly_usd',
      null,
    ),
  },
  'utilization.known-periods-have-a-rate': {
    'days with used hours but no utilization': changed(utilization, 'services[].days[].capacity_pct', null),
  },
  'utilization.has-every-service-with-a-reservation': {
    'a utilization without any service': changed(utilization, 'services', []),
  },
  'utilization.plans-promise-what-they-purchase': {
    'savings plans that promise an unknown amount': changed(
      utilization,
      'services[].contracted_hourly_usd',
      null,
    ),
    'savings plans that promise twice what they purchase': changed(
      `${utilization}?type=sp`,
      'services[].contracted_hourly_usd',
      times(2),
    ),
  },
});
