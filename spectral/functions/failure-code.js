/**
 * Requires the schema of an error response to set `error.code` to the code of its status.
 *
 * @param {any} schema
 * @param {{ codes: Readonly<Record<string, string>> }} options codes by status
 * @param {{ path: readonly (string | number)[] }} context
 */
export default function failureCode(schema, { codes }, { path }) {
  const status = String(path[path.lastIndexOf('responses') + 1]);
  const code = codes[status];
  if (code === undefined) {
    return [
      {
        message: `Status ${status} has no error code. Use one of ${Object.keys(codes).join(', ')}, or add it to spectral.yaml.`,
      },
    ];
  }
  const found = schema?.properties?.error?.properties?.code?.const;
  return found === code
    ? []
    : [{ message: `Set \`error.code\` of ${status} to \`const: ${code}\`, got ${found ?? 'no const'}.` }];
}
