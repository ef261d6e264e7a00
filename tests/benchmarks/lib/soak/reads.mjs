// @ts-check

/** @typedef {import('../../../../src/generated/operations.js').Operation} Operation */
/** @typedef {{ operationId: string, target: string }} Read */

/**
 * Every read of the document, with each value that its parameters may have: all there are of closed
 * sets, those known here of the others.
 *
 * @param {readonly Operation[]} operations
 * @param {Readonly<Record<string, readonly string[]>>} values by name of the parameter
 * @returns {Read[]}
 * @throws when there is no value for something that has to have one
 */
export function readsOf(operations, values) {
  return operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ operationId, path, parameters }) => {
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const needed = query.filter(({ required }) => required);
      const paths = parameters
        .filter((parameter) => parameter.in === 'path')
        .reduce(
          (paths, { name }) => {
            const known = values[name];
            if (known === undefined)
              throw new Error(`There is no value known for ${name} of ${operationId}.`);
            return paths.flatMap((one) =>
              known.map((value) => one.replace(`{${name}}`, encodeURIComponent(value))),
            );
          },
          [path],
        );
      const base = needed.map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? values[name]?.[0]}`);
      const queries = query.flatMap(({ name, schema, items }) => {
        /** @type {readonly string[]} */
        const known = schema.enum ?? items?.enum ?? values[name] ?? [];
        return known.map((value) =>
          [...base.filter((one) => !one.startsWith(`${name}=`)), `${name}=${encodeURIComponent(value)}`].join(
            '&',
          ),
        );
      });
      const [first = ''] = paths;
      return [
        // Each resource as it is; what else can be asked of the first one.
        ...paths.map((one) => (base.length > 0 ? `${one}?${base.join('&')}` : one)),
        ...queries.map((one) => `${first}?${one}`),
      ].map((target) => ({ operationId, target }));
    });
}
