/** The maximum number of requests per API key in one window of {@link rateLimitWindowSeconds}. */
export const rateLimit = 600;

/** The length of the rate limit window, in seconds. */
export const rateLimitWindowSeconds = 60;

/** How long a successful response to a write with an idempotency key is replayed, in seconds: 24 hours. */
export const idempotencyRetentionSeconds = 24 * 60 * 60;

/** The number of points of a forecast's sparkline: 30 days of actuals, then 30 days of forecast. */
export const sparklinePoints = 60;

/** The default number of retries of a client. */
export const defaultRetries = 2;
