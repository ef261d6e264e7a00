import type { Instant } from '../calendar.js';
import { at } from './build.js';
import { analytics, dataLake, media, platform, research, storefront } from './organization.js';
import type { Audit, Recommendation } from './types.js';

/** What could be saved beside commitments: the recommendations of the default world. */
export function defaultRecommendations(origin: Instant): readonly Recommendation[] {
  const open = { status: null, acceptedBy: null, after: null, resizes: null, targets: [] } as const;
  return [
    {
      ...open,
      id: 'rec-1001',
      resizes: 'ri-7f3a2c10',
      provider: 'provider_a',
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
      ],
    },
    {
      ...open,
      id: 'rec-1002',
      provider: 'provider_a',
      cell: `provider_a/${dataLake}/warehouse/west-1//node:node-large/production`,
      action: 'rightsize',
      savingBps: 2000,
      createdAt: at(origin, -18, 6),
    },
    {
      ...open,
      id: 'rec-1003',
      provider: 'provider_a',
      cell: `provider_a/${platform}/search/north-1//node:node-large/production`,
      action: 'rightsize',
      savingBps: 1500,
      createdAt: at(origin, -11, 6),
      resizes: 'ri-5ea4c80f',
    },
    {
      ...open,
      id: 'rec-1004',
      provider: 'provider_a',
      cell: `provider_a/${dataLake}/object-storage/north-1//storage:standard/production`,
      action: 'change_storage_class',
      savingBps: 3200,
      createdAt: at(origin, -40, 6),
      status: 'processing',
      acceptedBy: 'dana@acme.example',
    },
    {
      ...open,
      id: 'rec-1005',
      provider: 'provider_a',
      cell: `provider_a/${storefront}/object-storage/north-1//storage:standard/production`,
      action: 'change_storage_class',
      savingBps: 2500,
      createdAt: at(origin, -75, 6),
      status: 'optimized',
      acceptedBy: 'dana@acme.example',
    },
    {
      ...open,
      id: 'rec-1006',
      provider: 'provider_a',
      cell: `provider_a/${research}/compute/west-1/linux/instance:c-xlarge/`,
      action: 'modernize',
      savingBps: 1800,
      createdAt: at(origin, -9, 6),
    },
    {
      ...open,
      id: 'rec-1007',
      provider: 'provider_a',
      cell: `provider_a/${platform}/compute/north-1/windows/instance:c-xlarge-windows/production`,
      action: 'modernize',
      savingBps: 2200,
      createdAt: at(origin, -52, 6),
      status: 'rejected',
    },
    {
      ...open,
      id: 'rec-1008',
      provider: 'provider_a',
      cell: `provider_a/${research}/object-storage/north-1//storage:standard/`,
      action: 'delete_unattached',
      savingBps: 900,
      createdAt: at(origin, -6, 6),
      after: 'rec-1006',
    },
    {
      ...open,
      id: 'rec-2001',
      provider: 'provider_b',
      cell: `provider_b/${media}/virtual-machines/west-1/linux/machine:c-large/production`,
      action: 'rightsize',
      savingBps: 1200,
      createdAt: at(origin, -15, 6),
    },
    {
      ...open,
      id: 'rec-2002',
      provider: 'provider_b',
      cell: `provider_b/${analytics}/virtual-machines/west-1/linux/machine:c-xlarge/staging`,
      action: 'stop_idle',
      savingBps: 3800,
      createdAt: at(origin, -62, 6),
      status: 'optimized',
      acceptedBy: 'robin@acme.example',
    },
  ];
}

/** What accepted recommendations turned out to save. */
export function defaultAudits(origin: Instant): readonly Audit[] {
  return [
    {
      id: 4711,
      recommendation: 'rec-1005',
      verification: 'auto-by-worker',
      implementedAt: at(origin, -45, 10),
      lines: [
        {
          usageType: 'storage:standard',
          operation: 'StandardStorage',
          unit: 'GB-hour',
          milliUnitsPerDay: 540_000_000,
          unitPrice: 32,
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
      implementedAt: at(origin, -9, 14),
      lines: [
        {
          usageType: 'machine:c-xlarge',
          operation: 'RunMachine',
          unit: 'vCPU-hour',
          milliUnitsPerDay: 182_000,
          unitPrice: 45_000,
        },
      ],
    },
  ];
}
