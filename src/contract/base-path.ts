/** What every path of the API begins with. */
export const basePath = '/api/v1';
