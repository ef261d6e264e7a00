/** Where the front page and the document are. */
export const frontPagePath = '/';
export const documentPaths = { json: '/openapi.json', yaml: '/openapi.yaml' } as const;
