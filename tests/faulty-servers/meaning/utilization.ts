import { type Defect, dataOf, ignored, onMock, requests, withQuery } from '../defect.js';

const utilization = 'GET /commitments/utilization' as const;

export const utilizationDefects: readonly Defect[] = onMock([
  {
    name: 'utilization as the mean of the days',
    kills: 'commitments.utilization-is-used-over-purchased',
    also: ['coverage.grid-tells-the-utilization'],
    wrap: dataOf('GET /commitments/utilization', ({ services }) => {
      for (const entry of services) entry.utilization_pct *= 0.9;
    }),
  },
  {
    name: 'one utilization over all services',
    kills: 'commitments.utilization-is-never-merged',
    wrap: dataOf('GET /commitments/utilization', ({ services }) => {
      if (services[0]) services.push({ ...services[0], service: 'total' });
    }),
  },
  {
    name: 'utilization of reservations for savings plans',
    kills: 'commitments.utilization-is-of-the-type',
    also: [
      'coverage.grid-tells-the-utilization',
      'parameters.answer-tells-what-was-asked',
      'utilization.what-does-not-apply-is-null',
    ],
    wrap: requests('GET /commitments/utilization', (request) =>
      request.query.get('type') === 'sp' ? withQuery(request, (query) => query.set('type', 'ri')) : request,
    ),
  },
  {
    name: 'days where months were asked for',
    kills: 'utilization.each-period-is-told-once',
    also: ['parameters.answer-tells-what-was-asked'],
    wrap: ignored(utilization, 'granularity', 'monthly'),
  },
  {
    name: 'the window of utilization is ignored',
    kills: 'utilization.days-lie-in-the-window',
    wrap: requests(utilization, (request) =>
      ['2026-05-01', '2026-05-31'].every((day) => [...request.query.values()].includes(day)) &&
      request.query.get('start') === '2026-05-01'
        ? withQuery(request, (query) => {
            query.delete('start');
            query.delete('end');
          })
        : request,
    ),
  },
  {
    name: 'the headline of utilization is of the last day alone',
    kills: 'utilization.periods-make-the-headline',
    wrap: dataOf(utilization, ({ services }) => {
      for (const entry of services) {
        entry.used_hours /= 2;
        entry.purchased_hours /= 2;
      }
    }),
  },
  {
    name: 'zeros where a figure does not apply to an instrument',
    kills: 'utilization.what-does-not-apply-is-null',
    also: ['utilization.periods-make-the-headline'],
    wrap: dataOf(utilization, ({ services }) => {
      for (const { days } of services) {
        for (const day of days) {
          for (const name of Object.keys(day)) day[name] ??= 0;
        }
      }
    }),
  },
]);
