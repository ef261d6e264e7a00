/** The check of operations that a server does not implement. */
export const allAreImplemented = 'operations.all-are-implemented';

/** The check that reports a correct request without a success, and so the cause of every check that needed one. */
export const correctRequestSucceeds = 'operations.correct-request-succeeds';

/** The check that reports each 5xx, and so the cause of every check that needed another response. */
export const neverBreaks = 'errors.requests-never-break-the-server';

/** The check of the response of an unknown route, which one of a missing operation is compared with. */
export const unknownRouteIs404 = 'errors.unknown-route-is-404';

/** The check that covers violations of HTTP itself. */
export const bodyIsJson = 'envelope.body-is-a-json-object';

/** The check of missing fields, such as the id of a created resource. */
export const allFieldsArePresent = 'fields.all-are-present';
