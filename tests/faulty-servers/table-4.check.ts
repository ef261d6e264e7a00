import { judgePart } from './table.js';

await judgePart(3);
