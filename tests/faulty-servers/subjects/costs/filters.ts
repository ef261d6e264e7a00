import { ignores, queried, withQuery } from '../../changes.js';
import { also, type Change, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

/** Adds half of the other costs to a breakdown of one service. */
const withHalfOfTheRest: Change = (server) => async (request) => {
  const response = await server(request);
  const isFiltered = request.path.endsWith('/costs/breakdown') && request.query.has('service');
  if (!isFiltered || response.status >= 300) return response;
  const whole = JSON.parse((await server(withQuery(request, { service: null }))).body).data;
  const body = JSON.parse(response.body);
  const factor = whole.total_period_cost / body.data.total_period_cost / 2;
  body.data.total_period_cost *= factor;
  for (const row of [{ spendings_by_date: body.data.totals_by_date }, ...body.data.items]) {
    if (row.cost) row.cost *= factor;
    if (row.previous_cost) row.previous_cost *= factor;
    for (const day of row.spendings_by_date) day.value *= factor;
  }
  return { ...response, body: JSON.stringify(body) };
};

export const filterServers = onMock({
  'costs.breakdown-filter-returns-only-matches': {
    'the filter of a breakdown is ignored': also(
      queried(breakdown, { service: null }),
      'costs.unknown-value-selects-nothing',
      'costs.filter-returns-the-cost-of-the-row',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.filter-returns-the-cost-of-the-row': {
    'a filter that also returns half of the other costs in the total': also(
      withHalfOfTheRest,
      'costs.excluding-an-unknown-value-changes-nothing',
      'fields.null-only-where-unknown',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.filters-combine-to-their-intersection': {
    'a region that is ignored beside a service': queried(`${breakdown}?service&region`, { region: null }),
  },
  'costs.unknown-value-selects-nothing': {
    'a platform that is ignored': ignores(breakdown, 'platform'),
    'an environment that is ignored': ignores(breakdown, 'environment'),
  },
  'costs.excluding-an-unknown-value-changes-nothing': {
    'a breakdown that takes an excluded charge type for an included one': ignores(
      breakdown,
      'charge_type_mode',
      (mode) => mode === 'exclude',
    ),
  },
});
