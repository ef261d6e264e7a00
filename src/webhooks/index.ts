export type { WebhookData, WebhookEvent, WebhookEventType } from './event.js';
export { type Delivery, type SignatureHeaders, signWebhook } from './sign.js';
export type { Secrets } from './signers.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify.js';
export { type WebhookFault, WebhookVerificationError } from './webhook-verification-error.js';
