export { type Delivery, type SignatureHeaders, signWebhook } from './sign.js';
export { verifyWebhook, WebhookSignatureError } from './verify.js';
