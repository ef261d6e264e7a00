/** A request that a page sends by `curl`. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null without a body. If it starts with `@`, the body is in a file. */
  readonly body: string | null;
}

/** Returns the requests of the `curl` commands in a block of shell commands. */
export function curlRequests(code: string): CurlRequest[] {
  return commandsIn(code)
    .filter(([name]) => name === 'curl')
    .map(([, ...words]) => requestOf(words));
}

/** Splits commands into words, as a shell does for quotes, comments and continued lines. */
function commandsIn(code: string): string[][] {
  const commands: string[][] = [[]];
  const parts =
    /\\\n|[^\S\n]+|(?<end>\n|\||&&)|(?<=\s|^)#.*|(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+)/g;
  for (const { groups } of code.matchAll(parts)) {
    if (groups?.end) commands.push([]);
    if (groups?.word) commands.at(-1)?.push(unquoted(groups.word));
  }
  return commands;
}

function unquoted(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );
}

function requestOf(words: readonly string[]): CurlRequest {
  const values = (names: RegExp) => words.filter((_, at) => names.test(words[at - 1] ?? ''));
  const takesValue = /^(-[dHoXu]|--(request|header|data(-raw|-binary)?|output|user)|>)$/;
  const body = values(/^(-d|--data(-raw|-binary)?)$/)[0] ?? null;
  const [url = ''] = words.filter((word, at) => !/^[->]/.test(word) && !takesValue.test(words[at - 1] ?? ''));
  return {
    method: values(/^(-X|--request)$/)[0] ?? (body === null ? 'GET' : 'POST'),
    url,
    headers: Object.fromEntries(
      values(/^(-H|--header)$/).map((header) => {
        const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(header) ?? [];
        return [name.toLowerCase(), value];
      }),
    ),
    body,
  };
}
