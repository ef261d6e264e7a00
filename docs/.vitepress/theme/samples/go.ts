import type { Call } from '../call.js';

/** Returns the request as a Go program of the standard library. Without a public key, the environment has the key. */
export function goOf({ method, target, headers, body }: Call, baseUrl: string, publicKey?: string): string {
  const imports = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(publicKey === undefined ? ['os'] : []),
    ...(body === null ? [] : ['strings']),
  ];
  const authorization =
    publicKey === undefined
      ? '"Bearer "+os.Getenv("COST_CONTRACT_API_KEY")'
      : JSON.stringify(`Bearer ${publicKey}`);
  const values = [
    ...(publicKey === '' ? [] : [['Authorization', authorization]]),
    ...Object.entries(headers).map(([name, value]) => [name, JSON.stringify(value)]),
  ];
  const content = body === null ? 'nil' : `strings.NewReader(${literal(body)})`;
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
\trequest, err := http.NewRequest("${method}", ${JSON.stringify(baseUrl + target)}, ${content})
\tif err != nil {
\t\tlog.Fatal(err)
\t}
${values.map(([name, value]) => `\trequest.Header.Set("${name}", ${value})\n`).join('')}\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tdefer response.Body.Close()
\tbody, err := io.ReadAll(response.Body)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tfmt.Println(response.Status, string(body))
}`;
}

/** Returns a raw string, which shows JSON as it is, unless the text contains a backtick. */
function literal(text: string): string {
  return /[`\r]/.test(text) ? JSON.stringify(text) : `\`${text}\``;
}
