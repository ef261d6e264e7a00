import { changed, queried } from '../changes.js';
import { times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const utilization = 'GET /commitments/utilization';

const withZerosForNulls = (day: object) =>
  Object.fromEntries(Object.entries(day).map(([name, value]) => [name, value ?? 0]));

export const utilizationServers = onMock({
  'commitments.utilization-is-used-over-purchased': {
    'utilization that contradicts its hours': also(
      changed(utilization, 'services[].utilization_pct', times(0.9)),
      'coverage.grid-matches-the-utilization',
    ),
  },
  'commitments.utilization-is-never-merged': {
    'a utilization entry for all services': changed(utilization, 'services', (services) => [
      ...services,
      ...services.slice(0, 1).map((entry: object) => ({ ...entry, service: 'total' })),
    ]),
  },
  'commitments.utilization-is-of-the-type': {
    'the utilization of reservations for type=sp': also(
      queried(`${utilization}?type=sp`, { type: 'ri' }),
      'coverage.grid-matches-the-utilization',
      'parameters.echo-matches-the-request',
      'utilization.what-does-not-apply-is-null',
      'utilization.only-plans-promise-dollars',
    ),
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
  'utilization.what-does-not-apply-is-null': {
    'zeros for figures that do not apply to the instrument': also(
      changed(utilization, 'services[].days[]', withZerosForNulls),
      'utilization.periods-make-the-headline',
    ),
  },
});
