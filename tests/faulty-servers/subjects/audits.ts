import { changed, changedData } from '../changes.js';
import { plus, swapped, times } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

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
      'more active days than the billing period has': also(
        changed(audit, 'days_active_in_period', 400),
        'audits.active-days-follow-the-change',
      ),
    },
    'audits.happened-in-the-past': {
      'an audit detected in the future': also(
        changed(audit, 'detected_at', '2031-01-01T00:00:00Z'),
        'audits.last-change-is-the-latest-time',
      ),
    },
    'audits.moments-are-in-order': {
      'a 30-day snapshot before the 7-day snapshot': also(
        changed(audit, '', (data) => ({
          ...data,
          snapshot_7d_at: '2026-05-31T10:00:00Z',
          snapshot_30d_at: '2026-05-09T10:00:00Z',
        })),
        'audits.snapshots-are-taken-after-their-days',
      ),
    },
  }),
  ...onMock({
    'audits.commands-are-in-order': {
      'commands that are counted from 2': changed(audit, 'execution_logs[].commands[].order', plus(1)),
    },
    'audits.total-has-providers': {
      'an audit summary without providers': also(
        changed(summary, 'providers', []),
        'audits.summary-has-the-provider-of-the-audit',
      ),
    },
    'audits.period-has-its-name': {
      'an audit named after the month before': changed(audit, 'billing_period', '2026-01'),
    },
    'audits.pending-is-not-settled': {
      'a pending audit that is settled': changed(audit, 'verification', 'pending'),
    },
    'audits.snapshots-are-taken-after-their-days': {
      'a snapshot of the first week after a day': changedData(audit, (row) => {
        row.snapshot_7d_at = new Date(Date.parse(row.implemented_at) + 86_400_000).toISOString();
      }),
    },
    'audits.settled-saving-is-known': {
      'a settled audit without its saving': also(
        changed(audit, 'realized_savings_usd', null),
        'audits.lines-have-a-total',
      ),
    },
    'audits.lines-have-a-total': {
      'an audit in progress without the saving of its lines': changed(
        audit,
        'realized_savings_in_progress_usd',
        null,
      ),
    },
    'audits.saving-is-settled-or-in-progress': {
      'a final saving of a period in progress': changedData(audit, (row) => {
        row.realized_savings_usd ??= row.realized_savings_in_progress_usd;
      }),
    },
    'audits.active-days-follow-the-change': {
      'active days that are counted from the start of the period': changed(
        audit,
        'days_active_in_period',
        30,
      ),
    },
    'audits.change-precedes-its-saving': {
      'savings of the month before the change': also(
        changedData(audit, (row) => {
          for (const name of ['billing_period', 'billing_period_start', 'billing_period_end'])
            row[name] = row[name].replace(/-0(\d)/, (_: string, month: string) => `-0${Number(month) - 1}`);
        }),
        'audits.active-days-follow-the-change',
      ),
    },
    'audits.change-is-noticed-after-it-happened': {
      'a change that is noticed a day before it': changedData(audit, (row) => {
        row.detected_at = new Date(Date.parse(row.cloud_event_time) - 86_400_000).toISOString();
      }),
    },
    'audits.settled-after-the-period': {
      'a bill that is final in the middle of its period': changedData(audit, (row) => {
        if (row.settled_at) row.settled_at = `${row.billing_period}-15T00:00:00Z`;
      }),
    },
    'audits.last-change-is-the-latest-time': {
      'a last change at the time of the detection': changedData(audit, (row) => {
        row.updated_at = row.detected_at;
      }),
    },
    'audits.logs-and-parents-are-steps': {
      'a log of a step that does not exist': changed(audit, 'execution_logs[0].step_id', 'step-0'),
      'a part of a step that does not exist': changed(audit, 'execution_steps[0].parent_step_id', 'step-0'),
    },
    'audits.finished-steps-have-logs': {
      'finished steps without logs': changed(audit, 'execution_logs', []),
    },
    'audits.recommendation-has-one-id': {
      'a saving with an id of its own': changed(audit, 'savings_id', 'saving-1'),
    },
    'audits.first-view-is-whole': {
      'a first view without its channel': changed(audit, 'first_view_channel', null),
      'a first view that is not counted': changed(audit, 'view_count_at_audit', 0),
    },
    'audits.snapshots-have-their-time': {
      'savings of the first week without a snapshot': changed(audit, 'snapshot_7d_at', null),
      'a snapshot of the first week without its figure': changed(audit, 'realized_savings_7d_usd', null),
    },
    'audits.active-days-count-every-day': {
      'an audit that counts half of the days': changed(audit, 'days_active_in_period', (days) =>
        Math.floor(days / 2),
      ),
    },
    'audits.summary-has-the-provider-of-the-audit': {
      'an audit summary without the savings of a provider': changedData(summary, (data) => {
        data.providers = data.providers.filter(({ provider_id }: any) => provider_id !== 'provider_a');
        data.total_savings = data.providers.reduce((sum: number, one: any) => sum + one.total_savings, 0);
      }),
    },
  }),
];
