import { type Defect, dataOf, onMock, requests, withQuery } from '../defect.js';

export const utilizationDefects: readonly Defect[] = onMock([
  {
    name: 'utilization as the mean of the days',
    kills: 'commitments.utilization-is-used-over-purchased',
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
    wrap: requests('GET /commitments/utilization', (request) =>
      request.query.get('type') === 'sp' ? withQuery(request, (query) => query.set('type', 'ri')) : request,
    ),
  },
]);
