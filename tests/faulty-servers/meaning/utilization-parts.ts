import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const utilization = 'GET /commitments/utilization';

/** Servers with parts of utilization that contradict the headline. */
export const utilizationPartServers = onMock({
  'utilization.fees-follow-from-the-hour': {
    'a monthly fee of the whole window': dataOf(utilization, ({ services }) => {
      for (const entry of services) if (entry.committed_monthly_usd) entry.committed_monthly_usd *= 2;
    }),
  },
  'utilization.dimensions-follow-from-the-hours': {
    'a capacity of one half of the hours': dataOf(utilization, ({ services }) => {
      for (const { dimensions } of services) for (const one of dimensions) one.used /= 2;
    }),
  },
  'utilization.services-make-the-used-hours': {
    'savings plans without the first service they applied to': dataOf(utilization, ({ services }) => {
      for (const entry of services) for (const one of entry.applied_to) one.hourly_usd /= 2;
    }),
  },
  'utilization.window-is-as-requested': {
    'a window that is always the last 30 days': also(
      dataOf(utilization, (data, { query }) => {
        if (query.has('start')) Object.assign(data, { start: '2026-05-16', end: '2026-06-14' });
      }),
      'utilization.periods-are-in-order',
    ),
  },
  'utilization.periods-are-in-order': {
    'days with the newest first': dataOf(utilization, ({ services }) => {
      for (const { days } of services) days.reverse();
    }),
  },
  'utilization.granularity-does-not-change-the-headline': {
    'fewer purchased hours with monthly granularity': also(
      dataOf(utilization, ({ services }, { query }) => {
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
  'utilization.only-plans-promise-dollars': {
    'reservations that promise 0 dollars an hour': dataOf(utilization, ({ services }) => {
      for (const entry of services) entry.contracted_hourly_usd ??= 0;
    }),
  },
});
