import { changed, ignoresAndEchoes, queried, refuses, requests } from '../changes.js';
import { plus } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const invoices = 'GET /providers/*/costs/invoices';

/** Edits one cost type of a month. */
const ofType = (type: string, edit: (usd: number) => number) => (month: any) => ({
  ...month,
  by_cost_type: { ...month.by_cost_type, [type]: edit(month.by_cost_type[type]) },
});

export const invoiceServers = [
  ...onIndependent({
    'invoices.total-is-the-sum-of-its-types': {
      'an invoice total without tax': changed(invoices, 'items[]', (month) => ({
        ...month,
        total: month.total - month.by_cost_type.tax,
      })),
      'an invoice total that counts the tax twice': changed(invoices, 'items[]', (month) => ({
        ...month,
        total: month.total + month.by_cost_type.tax,
      })),
    },
    'invoices.newest-come-first': {
      'invoice months oldest first': changed(invoices, 'items', (months) => months.toReversed()),
      'a duplicate invoice month': changed(invoices, 'items', (months) => [...months, ...months.slice(-1)]),
    },
    'invoices.only-provider-b-has-months': {
      'invoice months for provider_a': requests(invoices, (request) => ({
        ...request,
        path: request.path.replace('/provider_a/', '/provider_b/'),
      })),
      '404 instead of an empty list of invoice months': refuses(
        'GET /providers/provider_a/costs/invoices',
        404,
        'success',
      ),
    },
    'invoices.credits-are-as-requested': {
      'the default cost basis is before credits': changed(`${invoices}?!credits`, 'credits', 'before'),
    },
  }),
  ...onMock({
    'invoices.months-have-begun': {
      'an invoice month in the future': also(
        changed(invoices, 'items[0].invoice_month', '203101'),
        'invoices.no-month-is-left-out',
      ),
    },
    'invoices.credits-only-lower-totals': {
      'credits that raise an invoice total': also(
        changed(`${invoices}?credits=before`, 'items[]', (month) =>
          ofType('regular', plus(-1000))({ ...month, total: month.total - 1000 }),
        ),
        'invoices.credits-are-those-of-the-forecast',
      ),
    },
    'invoices.count-is-respected': {
      'the number of invoice months is ignored': queried(`${invoices}?months=1`, { months: null }),
      'the oldest invoice month instead of the newest': changed(
        `${invoices}?months=1`,
        'items[0].invoice_month',
        '202001',
      ),
    },
    'invoices.marketplace-is-part-of-the-total': {
      'a marketplace total greater than the total': changed(invoices, 'items[]', (month) => ({
        ...month,
        marketplace_total: month.total + 200,
      })),
    },
    'invoices.rounding-error-is-small': {
      'a rounding error of 80 dollars': changed(invoices, 'items[]', (month) =>
        ofType('regular', plus(-80))(ofType('rounding_error', plus(80))(month)),
      ),
    },
    'invoices.no-month-is-left-out': {
      'invoice months without the second newest': changed(invoices, 'items', (months) =>
        months.filter((_: unknown, index: number) => index !== 1),
      ),
    },
    'invoices.regular-charges-are-the-largest-part': {
      'all charges as tax': changed(
        invoices,
        'items[]',
        ({ by_cost_type: { regular, tax, ...types }, ...month }) => ({
          ...month,
          by_cost_type: { ...types, regular: 0, tax: tax + regular },
        }),
      ),
    },
    'invoices.credits-are-those-of-the-forecast': {
      'invoices after credits on both bases': also(
        ignoresAndEchoes(invoices, 'credits'),
        'parameters.value-outside-set-is-refused',
      ),
    },
  }),
];
