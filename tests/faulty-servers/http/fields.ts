import { changed } from '../changes.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const commitments = 'GET /commitments';
const audit = 'GET /recommendations/audit/realized/*';

const independent = onIndependent({
  'fields.all-are-present': {
    'a commitment without its region': changed(commitments, 'items[].region', undefined),
    'a rate object without negotiated_saved': changed(
      'GET /commitments/esr',
      'accounts[1].negotiated_saved',
      undefined,
    ),
    'a provider without its name': changed('GET /providers', '[0].provider_name', undefined),
    'an audit without its verification': changed(audit, 'verification', undefined),
  },
  'fields.types-are-exact': {
    'money as a string': changed(commitments, 'items[].monthly_commitment_usd', String),
    'an audit id as a string': also(changed(audit, 'id', String), 'audits.audit-is-the-requested-one'),
    'a boolean as a number': changed('GET /commitments/esr', 'totals.measured', 1),
    'a count with a fraction': changed('GET /costs/forecast', 'days_remaining', 14.5),
  },
  'fields.lists-are-never-null': {
    'null for an empty list': changed('GET /repo-binding/recommendations/*/targets', 'items', null),
    'null for the lines of an audit': changed(audit, 'lines', null),
  },
  'fields.null-only-where-unknown': {
    'null for a name that is always known': changed('GET /providers', '[0].provider_name', null),
  },
  'fields.values-are-in-closed-sets': {
    'a fifth kind of commitment': also(
      changed(commitments, 'items[].kind', (kind) => (kind === 'savings_plan' ? 'spend_pledge' : kind)),
      'filters.kind-returns-only-matches',
      'commitments.kind-fits-provider',
      'inventory.holds-what-is-listed',
    ),
    'kinds in upper case': also(
      changed(commitments, 'items[].kind', (kind) =>
        kind === 'committed_use_discount' ? 'COMMITTED_USE_DISCOUNT' : kind,
      ),
      'filters.kind-returns-only-matches',
      'commitments.kind-fits-provider',
    ),
  },
  'fields.formats-are-valid': {
    'dates as day/month/year': changed(commitments, 'items[].start_date', '15/06/2025'),
  },
  'fields.values-are-in-bounds': {
    'a negative amount committed': changed(commitments, 'items[].monthly_commitment_usd', -1),
  },
});

const inventory = 'GET /commitments/inventory';

const mock = onMock({
  'fields.types-are-exact': {
    'the currency of an inventory row as a number': changed(inventory, 'rows[].currency', 840),
  },
  'fields.unions-match-a-variant': {
    'a link of an unknown variant': also(
      changed('GET /providers/*/recommendations', 'items[].linked_to', {
        order: 7,
      }),
      'recommendations.links-are-in-the-details',
    ),
    'an inventory row of an unknown kind': also(
      changed(inventory, 'rows[].kind', 'spot_block'),
      'commitments.identity-matches-everywhere',
    ),
  },
});

export const fieldServers = [...independent, ...mock];
