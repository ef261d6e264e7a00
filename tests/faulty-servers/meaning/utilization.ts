import { changed, queried } from '../changes.js';
import { times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const utilization = 'GET /commitments/utilization';

const withZerosForNulls = (day: object) =>
  Object.fromEntries(Object.entries(day).map(([name, value]) => [name, value ?? 0]));

export const utilizationServers = onMock({
  'commitments.utilization-is-used-over-purchased': {
    'utilization as the mean of the days': also(
      changed(utilization, 'services[].utilization_pct', times(0.9)),
      'coverage.grid-matches-the-utilization',
    ),
  },
  'commitments.utilization-is-never-merged': {
    'one utilization over all services': changed(utilization, 'services', (services) => [
      ...services,
      ...services.slice(0, 1).map((entry: object) => ({ ...entry, service: 'total' })),
    ]),
  },
  'commitments.utilization-is-of-the-type': {
    'utilization of reservations for savings plans': also(
      queried(`${utilization}?type=sp`, { type: 'ri' }),
      'coverage.grid-matches-the-utilization',
      'parameters.echo-matches-the-request',
      'utilization.what-does-not-apply-is-null',
    ),
  },
  'utilization.periods-are-unique': {
    'days where months were asked for': also(
      queried(`${utilization}?granularity=monthly`, { granularity: null }),
      'parameters.echo-matches-the-request',
    ),
  },
  'utilization.days-lie-in-the-window': {
    'the window of utilization is ignored': queried(`${utilization}?start=2026-05-01&end=2026-05-31`, {
      start: null,
      end: null,
    }),
  },
  'utilization.periods-make-the-headline': {
    'the headline of utilization is of the last day alone': changed(utilization, 'services[]', (entry) => ({
      ...entry,
      used_hours: entry.used_hours / 2,
      purchased_hours: entry.purchased_hours / 2,
    })),
  },
  'utilization.what-does-not-apply-is-null': {
    'zeros where a figure does not apply to an instrument': also(
      changed(utilization, 'services[].days[]', withZerosForNulls),
      'utilization.periods-make-the-headline',
    ),
  },
});
