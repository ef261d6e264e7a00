import { changed, changedData } from '../changes.js';
import { plus, swapped, times } from '../edited.js';
import { onIndependent, onMock } from '../faulty-server.js';

const audit = 'GET /recommendations/audit/realized/*';
const summary = 'GET /recommendations/audit/summary';

export const auditServers = [
  ...onIndependent({
    'audits.providers-are-unique': {
      'a duplicate provider in the audit summary': changed(summary, 'providers', (list) => [
        ...list,
        { ...list[0], total_savings: 0 },
      ]),
    },
    'audits.total-is-the-sum-of-providers': {
      'a provider missing from the audit total': changed(summary, 'total_savings', plus(100)),
    },
    'audits.annual-is-twelve-months': {
      'annual savings of eleven months': changed(
        summary,
        'total_annual_savings',
        (_, data) => 11 * data.total_monthly_savings,
      ),
    },
    'audits.audit-is-the-requested-one': {
      'an audit other than the requested one': changed(audit, 'id', plus(1)),
    },
    'audits.event-matches-its-details': {
      'a different actor in the technical details': changed(audit, 'technical_details', (_, data) => ({
        cloud_event_id: data.cloud_event_id,
        cloud_event_name: data.cloud_event_name,
        cloud_event_time: data.cloud_event_time,
        actor_principal: data.actor_principal,
        actor_type: data.actor_type,
        evidence: data.evidence,
        actor_ip: '198.51.100.9',
      })),
    },
    'audits.lines-add-up': {
      'realized savings that are not the sum of their lines': changed(audit, 'realized_savings_usd', plus(5)),
    },
    'audits.line-is-quantity-times-price': {
      'a line whose savings are not quantity times price': changed(
        audit,
        'lines[0].unit_price_usd',
        times(0.5),
      ),
    },
    'audits.lines-are-unique': {
      'a duplicate audit line': changed(audit, 'lines[1].id', (_, { lines }) => lines[0].id),
    },
    'audits.period-ends-after-it-starts': {
      'a billing period that ends before it starts': changed(
        audit,
        '',
        swapped('billing_period_start', 'billing_period_end'),
      ),
    },
    'audits.active-days-fit-the-period': {
      'more active days than the billing period has': changed(audit, 'days_active_in_period', 400),
    },
    'audits.happened-in-the-past': {
      'an audit detected in the future': changed(audit, 'detected_at', '2031-01-01T00:00:00Z'),
    },
    'audits.moments-are-in-order': {
      'a 30-day snapshot before the 7-day snapshot': changed(audit, '', (data) => ({
        ...data,
        snapshot_7d_at: '2026-05-31T10:00:00Z',
        snapshot_30d_at: '2026-05-09T10:00:00Z',
      })),
    },
  }),
  ...onMock({
    'audits.commands-are-in-order': {
      'commands that are counted from 2': changed(audit, 'execution_logs[].commands[].order', plus(1)),
    },
    'audits.total-has-providers': {
      'an audit summary without providers': changedData('GET /recommendations/audit/summary', (summary) => {
        summary.providers = [];
      }),
    },
    'audits.period-has-its-name': {
      'an audit named after the month before': changedData(
        'GET /recommendations/audit/realized/*',
        (audit) => {
          audit.billing_period = '2026-01';
        },
      ),
    },
    'audits.pending-is-not-settled': {
      'a pending audit that is settled': changedData(audit, (row) => {
        row.verification = 'pending';
      }),
    },
    'audits.snapshots-have-their-time': {
      'savings of the first week without a snapshot': changedData(audit, (row) => {
        row.snapshot_7d_at = null;
      }),
    },
  }),
];
