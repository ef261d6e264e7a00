/**
 * Requires the success responses of an operation to use the envelope that is named after it.
 *
 * @param {any} operation without resolved references
 */
export default function envelopeName({ operationId = '', responses = {} }) {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Envelope`;
  return Object.entries(responses).flatMap(([status, response]) => {
    const schema = response?.content?.['application/json']?.schema;
    if (!status.startsWith('2') || !schema || schema.$ref?.endsWith(`/${name}`)) return [];
    return [{ message: `Use the schema ${name}, got ${schema.$ref ?? 'a schema without a name'}.` }];
  });
}
