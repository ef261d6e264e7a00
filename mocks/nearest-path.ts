import { operations } from '../src/generated/operations.js';
import { nearest } from '../src/text/nearest.js';

/** Longer paths are not looked at, so that a miss costs little however long it is. */
const longest = 300;

const prefix = '/api/v1';
const templates = operations.map(({ path }) => path.slice(prefix.length + 1).split('/'));

/** @returns the path that somebody may have meant by one that does not exist, if any is near */
export function nearestPath(path: string): string | undefined {
  if (path.length > longest) return undefined;
  const sent = path
    .replace(/^(\/api)?(\/v\d+)?\/|^\/api$/, '')
    .split('/')
    .filter(Boolean);
  const found = nearestTemplate(sent) ?? unencodedId(sent);
  return found && `${prefix}/${found.join('/')}`;
}

/** Segment by segment, each near by itself; what is sent for a parameter stays. */
function nearestTemplate(sent: readonly string[]): readonly string[] | undefined {
  const filled = templates
    .filter((template) => template.length === sent.length)
    .map((template) => template.map((name, index) => (isParameter(name) ? (sent[index] ?? '') : name)))
    .filter((names) => names.every((name, index) => nearest(sent[index] ?? '', [name]) !== undefined));
  const best = nearest(
    sent.join('/'),
    filled.map((names) => names.join('/')),
  );
  return best?.split('/');
}

/** An id with slashes in it, such as an ARN, has to be encoded. */
function unencodedId(sent: readonly string[]): readonly string[] | undefined {
  const template = templates.find(
    (names) =>
      sent.length > names.length &&
      isParameter(names.at(-1) ?? '') &&
      names.slice(0, -1).every((name, index) => name === sent[index]),
  );
  if (!template) return undefined;
  const before = template.slice(0, -1);
  return [...before, sent.slice(before.length).join('/').replaceAll('/', '%2F')];
}

function isParameter(name: string): boolean {
  return name.startsWith('{');
}
