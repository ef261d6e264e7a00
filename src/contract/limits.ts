/** Requests an API key may make in one window of {@link rateLimitWindowSeconds}. */
export const rateLimit = 600;

/** Length of the window of the rate limit, in seconds. */
export const rateLimitWindowSeconds = 60;

/** How long a successful response to a keyed write is replayed, in seconds: 24 hours. */
export const idempotencyRetentionSeconds = 24 * 60 * 60;

/** Points of a forecast's sparkline: 30 days of actuals, then 30 days of forecast. */
export const sparklinePoints = 60;

/** Times a client tries again by default. */
export const defaultRetries = 2;
