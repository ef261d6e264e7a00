import { judgeBillFaults } from './bill/judge-faults.js';

judgeBillFaults('first half');
