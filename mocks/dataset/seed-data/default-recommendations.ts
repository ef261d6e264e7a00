import type { Instant } from '../calendar.js';
import { at } from './build.js';
import { analytics, dataLake, media, platform, research, storefront } from './organization.js';
import type { Audit, Recommendation } from './types.js';

/** The recommendations of the default dataset other than commitments to buy. */
export function defaultRecommendations(origin: Instant): readonly Recommendation[] {
  return [
    recommendation({
      id: 'rec-1001',
      resizes: 'ri-7f3a2c10',
      cell: `provider_a/${storefront}/compute/north-1/linux/instance:c-large/staging`,
      action: 'stop_idle',
      savingBps: 4500,
      createdAt: at(origin, -24, 6),
      targets: [
        {
          repository: 'acme/storefront-infra',
          installationId: 5150001,
          pullRequest: { number: 318, status: 'open', openedAt: at(origin, -3, 9) },
          error: null,
        },
        {
          repository: 'acme/platform-modules',
          installationId: 5150001,
          pullRequest: null,
          error: 'The installation may not write to this repository.',
        },
        { repository: 'acme/fleet-schedules', installationId: 5150002, pullRequest: null, error: null },
      ],
    }),
    recommendation({
      id: 'rec-1002',
      cell: `provider_a/${dataLake}/warehouse/west-1//node:node-large/production`,
      action: 'rightsize',
      savingBps: 2000,
      createdAt: at(origin, -18, 6),
    }),
    recommendation({
      id: 'rec-1003',
      cell: `provider_a/${platform}/search/north-1//node:node-large/production`,
      action: 'rightsize',
      savingBps: 1500,
      createdAt: at(origin, -11, 6),
      resizes: 'ri-5ea4c80f',
    }),
    recommendation({
      id: 'rec-1004',
      cell: `provider_a/${dataLake}/object-storage/north-1//storage:standard/production`,
      action: 'change_storage_class',
      savingBps: 3200,
      createdAt: at(origin, -40, 6),
      status: 'processing',
      acceptedBy: 'dana@acme.example',
    }),
    recommendation({
      id: 'rec-1005',
      cell: `provider_a/${storefront}/object-storage/north-1//storage:standard/production`,
      action: 'change_storage_class',
      savingBps: 2500,
      createdAt: at(origin, -75, 6),
      status: 'optimized',
      acceptedBy: 'dana@acme.example',
    }),
    recommendation({
      id: 'rec-1006',
      cell: `provider_a/${research}/compute/west-1/linux/instance:c-xlarge/`,
      action: 'modernize',
      savingBps: 1800,
      createdAt: at(origin, -9, 6),
    }),
    recommendation({
      id: 'rec-1007',
      cell: `provider_a/${platform}/compute/north-1/windows/instance:c-xlarge-windows/production`,
      action: 'modernize',
      savingBps: 2200,
      createdAt: at(origin, -52, 6),
      status: 'rejected',
    }),
    recommendation({
      id: 'rec-1008',
      cell: `provider_a/${research}/compute/west-1/linux/instance:c-xlarge/`,
      action: 'stop_idle',
      savingBps: 2600,
      createdAt: at(origin, -9, 6),
      after: 'rec-1006',
    }),
    recommendation({
      id: 'rec-1009',
      cell: `provider_a/${research}/object-storage/north-1//storage:standard/`,
      action: 'delete_unattached',
      savingBps: 900,
      createdAt: at(origin, -6, 6),
    }),
    recommendation({
      id: 'rec-1010',
      cell: `provider_a/${storefront}/relational-database/north-1/open-source engine/database:db-large/production`,
      action: 'rightsize',
      savingBps: 1500,
      createdAt: at(origin, -14, 6),
      status: 'pending',
      acceptedBy: 'robin@acme.example',
    }),
    recommendation({
      id: 'rec-1011',
      cell: `provider_a/${platform}/cache/north-1//node:cache-small/production`,
      action: 'modernize',
      savingBps: 1000,
      createdAt: at(origin, -33, 6),
      status: 'failed',
      acceptedBy: 'robin@acme.example',
    }),
    recommendation({
      id: 'rec-1012',
      cell: `provider_a/${storefront}/compute/west-1/linux/instance:c-xlarge/production`,
      action: 'rightsize',
      savingBps: 400,
      createdAt: at(origin, -112, 6),
      status: 'optimized',
      acceptedBy: 'dana@acme.example',
    }),
    recommendation({
      id: 'rec-2001',
      cell: `provider_b/${media}/virtual-machines/west-1/linux/machine:c-large/production`,
      action: 'rightsize',
      savingBps: 1200,
      createdAt: at(origin, -15, 6),
    }),
    recommendation({
      id: 'rec-2002',
      cell: `provider_b/${analytics}/virtual-machines/west-1/linux/machine:c-xlarge/staging`,
      action: 'stop_idle',
      savingBps: 3800,
      createdAt: at(origin, -62, 6),
      status: 'optimized',
      acceptedBy: 'robin@acme.example',
    }),
  ];
}

/** Builds a recommendation; available and without dependencies by default. */
function recommendation(
  input: Pick<Recommendation, 'id' | 'cell' | 'action' | 'savingBps' | 'createdAt'> & Partial<Recommendation>,
): Recommendation {
  const [provider = ''] = input.cell.split('/');
  return {
    provider,
    status: 'available',
    acceptedBy: null,
    after: null,
    resizes: null,
    targets: [],
    ...input,
  };
}

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
      event: {
        id: 'evt-5e1f0c77',
        name: 'PutLifecycleRule',
        principal: 'role/optimizer',
        type: 'role',
        ip: null,
      },
      evidence: null,
      firstView: {
        at: at(origin, -74, 8.25),
        channel: 'dashboard',
        count: 3,
        dashboard: { viewer: 'dana@acme.example', id: 90210 },
      },
      lines: [
        {
          usageType: 'storage:standard',
          operation: 'StandardStorage',
          unit: 'GB-hour',
          milliUnitsPerDay: 540_000_000,
          unitPrice: 32,
        },
        {
          usageType: 'storage:cold',
          operation: 'ColdStorage',
          unit: 'GB-hour',
          milliUnitsPerDay: 540_000_000,
          unitPrice: -8,
        },
        {
          usageType: 'storage:standard-requests',
          operation: 'PutObject',
          unit: 'request',
          milliUnitsPerDay: 212_000_000,
          unitPrice: 5,
        },
      ],
    },
    {
      id: 4712,
      recommendation: 'rec-2002',
      verification: 'pending',
      method: 'one-click-plus-iac',
      implementedAt: at(origin, -9, 14),
      cost: 120_000_000,
      resource: 'machine-group/insight-staging',
      event: {
        id: 'evt-9b20a4d1',
        name: 'SetSchedule',
        principal: 'role/optimizer',
        type: 'role',
        ip: null,
      },
      evidence: null,
      firstView: { at: at(origin, -60, 13.5), channel: 'cli', count: 1, dashboard: null },
      lines: [
        {
          usageType: 'machine:c-xlarge',
          operation: 'RunMachine',
          unit: 'vCPU-hour',
          milliUnitsPerDay: 182_000,
          unitPrice: 32_000,
        },
      ],
    },
    {
      id: 4713,
      recommendation: 'rec-1012',
      verification: 'manual-verified',
      method: 'manual',
      implementedAt: at(origin, -100, 9.5),
      cost: 450_000_000,
      resource: 'fleet/storefront-west',
      event: {
        id: 'evt-3c77e0b2',
        name: 'ReplaceInstances',
        principal: 'user/dana',
        type: 'user',
        ip: '203.0.113.7',
      },
      evidence: { launch_template: 'storefront-west v14', previous_launch_template: 'storefront-west v13' },
      firstView: {
        at: at(origin, -111, 15),
        channel: 'dashboard',
        count: 5,
        dashboard: { viewer: 'dana@acme.example', id: 88034 },
      },
      lines: [
        {
          usageType: 'instance:c-xlarge',
          operation: 'RunInstances',
          unit: 'vCPU-hour',
          milliUnitsPerDay: 102_000,
          unitPrice: 55_000,
        },
      ],
    },
  ];
}
