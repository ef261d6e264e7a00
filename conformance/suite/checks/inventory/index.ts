export { contentChecks as inventoryChecks } from './contents.js';
