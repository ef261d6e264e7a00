export type { WebhookData, WebhookEvent, WebhookEventType } from './event.js';
export type { Secrets } from './secrets.js';
export { type Delivery, type SignatureHeaders, signWebhook } from './sign.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify.js';
export { type WebhookErrorCode, WebhookVerificationError } from './webhook-verification-error.js';
