const groups = [
  'path parameters',
  'required query parameters',
  'optional query parameters',
  '`page`',
  '`page_size`',
  'headers',
];

/**
 * Requires parameters to be in the order of the groups.
 *
 * @param {readonly any[]} parameters
 */
export default function parameterOrder(parameters) {
  const ranks = parameters.map(rankOf);
  const at = ranks.findIndex((rank, index) => index > 0 && rank < ranks[index - 1]);
  return at < 0
    ? []
    : [
        {
          message: `Move \`${parameters[at].name}\` up: ${groups[ranks[at]]} come before ${groups[ranks[at - 1]]}.`,
        },
      ];
}

/** @param {any} parameter */
function rankOf(parameter) {
  if (parameter?.in === 'path') return 0;
  if (parameter?.in !== 'query') return 5;
  if (parameter.name === 'page') return 3;
  if (parameter.name === 'page_size') return 4;
  return parameter.required ? 1 : 2;
}
