import { judgeBillPart } from './bill/bill-part.js';

judgeBillPart(1);
