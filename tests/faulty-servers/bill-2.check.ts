import { judgeBillFaults } from './bill/judge-faults.js';

judgeBillFaults('second half');
