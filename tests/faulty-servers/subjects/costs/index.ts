import type { FaultyServer } from '../../faulty-server.js';
import { changeServers } from './changes.js';
import { filterServers } from './filters.js';
import { groupServers } from './groups.js';
import { orderServers } from './order.js';
import { periodServers } from './periods.js';
import { rangeServers } from './ranges.js';
import { rowServers } from './rows.js';
import { summaryServers } from './summary.js';
import { timelineServers } from './timeline.js';

export const costServers: readonly FaultyServer[] = [
  ...changeServers,
  ...filterServers,
  ...groupServers,
  ...orderServers,
  ...periodServers,
  ...rangeServers,
  ...rowServers,
  ...summaryServers,
  ...timelineServers,
];
