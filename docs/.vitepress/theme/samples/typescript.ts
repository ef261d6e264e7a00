import type { Field } from '../call.js';

/** Returns the request as a program for the client. A key that is not public is read from the environment. */
export function typescriptOf(
  method: string,
  fields: readonly Field[],
  body: string | null,
  baseUrl: string,
  publicKey?: string,
): string {
  const given = fields.filter(({ values }) => values.length > 0);
  const parameters = given.filter(({ place }) => place !== 'header');
  const headers = given.filter(({ place }) => place === 'header');
  const args = [
    ...(parameters.length > 0 || (headers.length > 0 && body === null) ? [objectOf(parameters)] : []),
    ...(body === null ? [] : [body]),
    ...(headers.length > 0 ? [`{ headers: ${objectOf(headers)} }`] : []),
  ];
  return [
    "import { createClient } from 'cloud-cost-contract';",
    '',
    'const client = createClient({',
    `  baseUrl: '${baseUrl}',`,
    `  apiKey: ${publicKey ? literal(publicKey) : "process.env.COST_CONTRACT_API_KEY ?? ''"},`,
    '});',
    `const response = await client.${method}(${args.join(', ')});`,
    'console.log(response);',
  ].join('\n');
}

function objectOf(fields: readonly Field[]): string {
  const entries = fields.map(({ name, values, isList, isNumber }) => {
    const literals = values.map((value) =>
      isNumber && value.trim() !== '' && Number.isFinite(Number(value)) ? value : literal(value),
    );
    return `${/^\w+$/.test(name) ? name : literal(name)}: ${isList ? `[${literals.join(', ')}]` : literals[0]}`;
  });
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
