/** Paths of the front page and of the OpenAPI document. */
export const frontPagePath = '/';
export const documentPaths = { json: '/openapi.json', yaml: '/openapi.yaml' } as const;
