import { type Instant, isoInstant } from '../calendar.js';
import { microsPerDollar } from '../money.js';
import { at } from './build.js';
import { cellOf } from './default-cells.js';
import { analytics, dataLake, media, platform, type products, research, storefront } from './organization.js';
import { recordsOf } from './records.js';
import type { Audit, AuditLine, Recommendation, RepositoryTarget } from './types.js';

const [dana, robin] = ['dana@acme.example', 'robin@acme.example'];

interface Row extends Recommendation {
  /** The usage that it changes: of a product by an account. */
  readonly product: keyof typeof products;
  readonly account: string;
  readonly daysAgo: number;
}

const rows = recordsOf<Row>()(
  ['id', 'product', 'account', 'action', 'savingBps', 'daysAgo', 'status', 'acceptedBy'],
  [
    ['rec-1001', 'c-large', storefront, 'stop_idle', 4500, 24, 'available', null],
    ['rec-1002', 'warehouse', dataLake, 'rightsize', 2000, 18, 'available', null],
    ['rec-1003', 'search', platform, 'rightsize', 1500, 11, 'available', null],
    ['rec-1004', 'storage', dataLake, 'change_storage_class', 3200, 40, 'processing', dana],
    ['rec-1005', 'storage', storefront, 'change_storage_class', 2500, 75, 'optimized', dana],
    ['rec-1006', 'c-xlarge', research, 'modernize', 1800, 9, 'available', null],
    ['rec-1007', 'windows', platform, 'modernize', 2200, 52, 'rejected', null],
    ['rec-1008', 'c-xlarge', research, 'stop_idle', 2600, 9, 'available', null],
    ['rec-1009', 'storage', research, 'delete_unattached', 900, 6, 'available', null],
    ['rec-1010', 'database', storefront, 'rightsize', 1500, 14, 'pending', robin],
    ['rec-1011', 'cache', platform, 'modernize', 1000, 33, 'failed', robin],
    ['rec-1012', 'c-xlarge', storefront, 'rightsize', 400, 112, 'optimized', dana],
    ['rec-2001', 'machine', media, 'rightsize', 1200, 15, 'available', null],
    ['rec-2002', 'large machine', analytics, 'stop_idle', 3800, 62, 'optimized', robin],
  ],
);

/** The recommendations of the default dataset other than commitments to buy. */
export function defaultRecommendations(origin: Instant): readonly Recommendation[] {
  const targets = targetsOf(origin);
  return rows.map(({ product, account, daysAgo, ...row }) => {
    const cell = cellOf(product, account);
    return {
      ...row,
      provider: cell.provider,
      cell: cell.id,
      createdAt: at(origin, -daysAgo, 6),
      after: row.id === 'rec-1008' ? 'rec-1006' : null,
      resizes: resizes[row.id] ?? null,
      targets: row.id === 'rec-1001' ? targets : [],
    };
  });
}

/** The commitments whose renewal should wait for a recommendation. */
const resizes: Readonly<Record<string, string>> = { 'rec-1001': 'ri-7f3a2c10', 'rec-1003': 'ri-5ea4c80f' };

function targetsOf(origin: Instant): readonly RepositoryTarget[] {
  const none = { pr_url: null, pr_number: null, pr_status: null, opened_at: null, error_message: null };
  return [
    {
      repo_full_name: 'acme/storefront-infra',
      installation_id: 5150001,
      pr_url: 'https://git.example.com/acme/storefront-infra/pull/318',
      pr_number: 318,
      pr_status: 'open',
      opened_at: isoInstant(at(origin, -3, 9)),
      error_message: null,
    },
    {
      repo_full_name: 'acme/platform-modules',
      installation_id: 5150001,
      ...none,
      error_message: 'The installation may not write to this repository.',
    },
    { repo_full_name: 'acme/fleet-schedules', installation_id: 5150002, ...none },
  ];
}

const linesOf = recordsOf<AuditLine>();
const lineColumns = ['usageType', 'operation', 'unit', 'milliUnitsPerDay', 'unitPrice'] as const;
const optimizer = { actor_principal: 'role/optimizer', actor_type: 'role', actor_ip: null };

/** The realized savings of accepted recommendations. */
export function defaultAudits(origin: Instant): readonly Audit[] {
  return [
    {
      id: 4711,
      recommendation: 'rec-1005',
      verification: 'auto-by-worker',
      method: 'one-click',
      implementedAt: at(origin, -45, 10),
      cost: 0,
      resource: 'bucket/storefront-media',
      event: { cloud_event_id: 'evt-5e1f0c77', cloud_event_name: 'PutLifecycleRule' },
      actor: optimizer,
      evidence: null,
      firstViewAt: at(origin, -74, 8, 15),
      firstView: firstView('dashboard', 3, 90210),
      lines: linesOf(lineColumns, [
        ['storage:standard', 'StandardStorage', 'GB-hour', 540_000_000, 32],
        ['storage:cold', 'ColdStorage', 'GB-hour', 540_000_000, -8],
        ['storage:standard-requests', 'PutObject', 'request', 212_000_000, 5],
      ]),
    },
    {
      id: 4712,
      recommendation: 'rec-2002',
      verification: 'pending',
      method: 'one-click-plus-iac',
      implementedAt: at(origin, -9, 14),
      cost: 120 * microsPerDollar,
      resource: 'machine-group/insight-staging',
      event: { cloud_event_id: 'evt-9b20a4d1', cloud_event_name: 'SetSchedule' },
      actor: optimizer,
      evidence: null,
      firstViewAt: at(origin, -60, 13, 30),
      firstView: firstView('cli', 1, null),
      lines: linesOf(lineColumns, [['machine:c-xlarge', 'RunMachine', 'vCPU-hour', 182_000, 32_000]]),
    },
    {
      id: 4713,
      recommendation: 'rec-1012',
      verification: 'manual-verified',
      method: 'manual',
      implementedAt: at(origin, -100, 9, 30),
      cost: 450 * microsPerDollar,
      resource: 'fleet/storefront-west',
      event: { cloud_event_id: 'evt-3c77e0b2', cloud_event_name: 'ReplaceInstances' },
      actor: { actor_principal: 'user/dana', actor_type: 'user', actor_ip: '203.0.113.7' },
      evidence: { launch_template: 'storefront-west v14', previous_launch_template: 'storefront-west v13' },
      firstViewAt: at(origin, -111, 15),
      firstView: firstView('dashboard', 5, 88034),
      lines: linesOf(lineColumns, [['instance:c-xlarge', 'RunInstances', 'vCPU-hour', 102_000, 55_000]]),
    },
  ];
}

function firstView(
  first_view_channel: string,
  view_count_at_audit: number,
  dashboard_view_id: number | null,
) {
  const dashboard_viewer = dashboard_view_id === null ? null : dana;
  return { first_view_channel, view_count_at_audit, dashboard_viewer, dashboard_view_id };
}
