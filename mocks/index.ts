export type { ApiKey } from './api-keys.js';
export { createMock, type Mock, type MockControl, type MockOptions } from './create-mock.js';
export type { Delivery } from './webhooks/deliveries.js';
export type { Scenario } from './world/index.js';
