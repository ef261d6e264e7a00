import { type Defect, dataOf } from '../defect.js';

const audit = 'GET /recommendations/audit/realized/*' as const;

export const auditDefects: readonly Defect[] = [
  {
    name: 'a provider missing from the audit total',
    kills: 'audits.total-is-the-sum-of-providers',
    wrap: dataOf('GET /recommendations/audit/summary', (summary) => {
      summary.total_savings += 100;
    }),
  },
  {
    name: 'annual savings of eleven months',
    kills: 'audits.annual-is-twelve-months',
    wrap: dataOf('GET /recommendations/audit/summary', (summary) => {
      summary.total_annual_savings = 11 * summary.total_monthly_savings;
    }),
  },
  {
    name: 'another actor in the technical details',
    kills: 'audits.event-is-told-twice-alike',
    wrap: dataOf(audit, (row) => {
      const { cloud_event_id, cloud_event_name, cloud_event_time, actor_principal, actor_type, evidence } =
        row;
      row.technical_details = {
        ...{ cloud_event_id, cloud_event_name, cloud_event_time, actor_principal, actor_type, evidence },
        actor_ip: '198.51.100.9',
      };
    }),
  },
  {
    name: 'a realized saving that its lines do not make',
    kills: 'audits.lines-add-up',
    wrap: dataOf(audit, (row) => {
      row.realized_savings_usd += 5;
    }),
  },
  {
    name: 'a line that saved more than its usage cost',
    kills: 'audits.line-is-quantity-times-price',
    wrap: dataOf(audit, ({ lines }) => {
      lines[0].unit_price_usd /= 2;
    }),
  },
  {
    name: 'an audit line twice',
    kills: 'audits.lines-are-told-once',
    wrap: dataOf(audit, ({ lines }) => {
      lines[1].id = lines[0].id;
    }),
  },
  {
    name: 'another audit than asked for',
    kills: 'audits.audit-is-the-one-asked-for',
    wrap: dataOf(audit, (row) => {
      row.id += 1;
    }),
  },
  {
    name: 'a billing period from its end to its start',
    kills: 'audits.period-ends-after-it-starts',
    wrap: dataOf(audit, (row) => {
      [row.billing_period_start, row.billing_period_end] = [row.billing_period_end, row.billing_period_start];
    }),
  },
  {
    name: 'more active days than the billing period has',
    kills: 'audits.active-days-fit-the-period',
    wrap: dataOf(audit, (row) => {
      row.days_active_in_period = 400;
    }),
  },
  {
    name: 'a provider twice in the audit summary',
    kills: 'audits.providers-are-told-once',
    wrap: dataOf('GET /recommendations/audit/summary', ({ providers }) =>
      providers.push({ ...providers[0], total_savings: 0 }),
    ),
  },
  {
    name: 'a change that will be made',
    kills: 'audits.happened-in-the-past',
    wrap: dataOf(audit, (row) => {
      row.detected_at = '2031-01-01T00:00:00Z';
    }),
  },
  {
    name: 'the snapshot after 30 days before that after 7',
    kills: 'audits.moments-are-in-order',
    wrap: dataOf(audit, (row) => {
      [row.snapshot_7d_at, row.snapshot_30d_at] = ['2026-05-31T10:00:00Z', '2026-05-09T10:00:00Z'];
    }),
  },
];
