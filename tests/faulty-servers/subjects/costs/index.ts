import type { FaultyServer } from '../../faulty-server.js';
import { breakdownServers } from './breakdown.js';
import { filterServers } from './filters.js';
import { rangeServers } from './ranges.js';
import { timelineServers } from './timeline.js';

export const costServers: readonly FaultyServer[] = [
  ...breakdownServers,
  ...filterServers,
  ...rangeServers,
  ...timelineServers,
];
