import type { Instant } from '../calendar.js';
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
  return recordsOf<RepositoryTarget>()(
    ['repository', 'installationId', 'pullRequest', 'error'],
    [
      ['acme/storefront-infra', 5150001, { number: 318, status: 'open', openedAt: at(origin, -3, 9) }, null],
      ['acme/platform-modules', 5150001, null, 'The installation may not write to this repository.'],
      ['acme/fleet-schedules', 5150002, null, null],
    ],
  );
}

const linesOf = recordsOf<AuditLine>();
const lineColumns = ['usageType', 'operation', 'unit', 'milliUnitsPerDay', 'unitPrice'] as const;
const optimizer = { principal: 'role/optimizer', type: 'role', ip: null };

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
      event: { id: 'evt-5e1f0c77', name: 'PutLifecycleRule', ...optimizer },
      evidence: null,
      firstView: { ...dashboardView(90210), at: at(origin, -74, 8, 15), count: 3 },
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
      event: { id: 'evt-9b20a4d1', name: 'SetSchedule', ...optimizer },
      evidence: null,
      firstView: { at: at(origin, -60, 13, 30), channel: 'cli', count: 1, dashboard: null },
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
      event: {
        id: 'evt-3c77e0b2',
        name: 'ReplaceInstances',
        principal: 'user/dana',
        type: 'user',
        ip: '203.0.113.7',
      },
      evidence: { launch_template: 'storefront-west v14', previous_launch_template: 'storefront-west v13' },
      firstView: { ...dashboardView(88034), at: at(origin, -111, 15), count: 5 },
      lines: linesOf(lineColumns, [['instance:c-xlarge', 'RunInstances', 'vCPU-hour', 102_000, 55_000]]),
    },
  ];
}

function dashboardView(id: number) {
  return { channel: 'dashboard', dashboard: { viewer: dana, id } };
}
