/**
 * Requires an operation with one part of pagination to have all of them.
 *
 * @param {any} operation
 */
export default function pagination(operation) {
  const query = (/** @type {string} */ name) =>
    operation?.parameters?.find((/** @type {any} */ one) => one?.in === 'query' && one.name === name);
  const page = query('page');
  const pageSize = query('page_size');
  const data = dataOf(operation);
  const paged = data?.properties?.pagination !== undefined;
  if (!page && !pageSize && !paged) return [];

  const problems = [];
  if (!page) problems.push('Add the query parameter `page`: $ref shared/parameters.yaml#/Page.');
  if (!pageSize) problems.push('Add the query parameter `page_size`, with `maximum` and `default`.');
  if (pageSize && (pageSize.schema?.maximum === undefined || pageSize.schema.default === undefined))
    problems.push('Give `page_size` a `maximum` and a `default`, for example 100 and 20.');
  for (const name of ['items', 'pagination'])
    if (!data?.properties?.[name] || !data.required?.includes(name))
      problems.push(`Add the required property \`${name}\` to \`data\` of the response.`);
  return problems.map((message) => ({ message }));
}

/** @param {any} operation with resolved references */
function dataOf(operation) {
  const success = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json']?.schema?.properties?.data;
}
