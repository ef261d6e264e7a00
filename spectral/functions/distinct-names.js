/**
 * Finds components that have the name of one of another kind.
 *
 * @param {Record<string, Record<string, unknown>>} components by kind, then name
 */
export default function distinctNames(components) {
  /** @type {Map<string, string>} */
  const kinds = new Map();
  return Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).flatMap((name) => {
      const first = kinds.get(name);
      if (first === undefined) kinds.set(name, kind);
      if (first === undefined) return [];
      return [
        { message: `Rename it: components.${first} has a ${name} too.`, path: ['components', kind, name] },
      ];
    }),
  );
}
