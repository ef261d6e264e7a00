import { basePath } from '../../src/contract/base-path.js';
import { fixturesPath } from '../../src/contract/fixtures.js';
import { rateLimit } from '../../src/contract/limits.js';
import { document } from '../../src/generated/full-document.js';
import { operations } from '../../src/generated/operations.js';
import { requirements } from '../../src/generated/requirements.js';
import type { Api } from '../engine/api.js';
import { notesOnBill, notesOnComparison } from './checks/bill/about-bill.js';
import { checks } from './checks/index.js';
import { isProposedOperation, requestTo } from './contract.js';
import { discover } from './discovery.js';
import { departureOf } from './expect/documented-shape.js';
import { expectApi } from './expect-api.js';
import { failureOf } from './failure-of.js';
import { openBill } from './figures/open-bill.js';
import { fixturesTemplate, readFixtures, withOwnUrls } from './fixtures.js';
import { missingContent } from './missing-content.js';
import {
  absenceOf,
  expectResources,
  furtherReadsOf,
  isListed,
  mayBeUnknown,
  placeholder,
  readsOf,
  scenarioOf,
} from './operations.js';
import { deliverEvents } from './scenarios/deliveries.js';
import { keyedPost } from './scenarios/keyed-post.js';
import { keyedPut } from './scenarios/keyed-put.js';
import { statedLimit } from './scenarios/stated-limit.js';
import { suiteVersion } from './version.js';

/** The Cloud Cost and Commitment Analytics API, as the engine tests it. */
export const api: Api = {
  version: document.info.version,
  suiteVersion,
  basePath,
  rateLimit,
  statedLimit,
  operations,
  requirements,
  checks,
  isProposed: isProposedOperation,
  missingContent,
  departureOf,
  failureOf,
  cheapRead: (as) => requestTo('listProviders', { as }),
  creations: {
    creation: 'createWebhookEndpoint',
    removal: 'deleteWebhookEndpoint',
    remove: (id, as) => requestTo('deleteWebhookEndpoint', { path: { endpoint_id: id }, as }),
  },
  fixtures: { path: fixturesPath, read: readFixtures, withOwnUrls, template: fixturesTemplate },
  expectApi,
  discover,
  requests: {
    reads: readsOf,
    furtherReads: furtherReadsOf,
    expectResources,
    placeholder,
    mayBeUnknown,
    isListed,
    absenceOf,
  },
  writes: {
    scenarioOf,
    run: (id, ...rest) => (id === 'createWebhookEndpoint' ? keyedPost : keyedPut)(...rest),
  },
  deliverEvents,
  openReference: openBill,
  notesOnReference: notesOnBill,
  notesOnComparison,
};
