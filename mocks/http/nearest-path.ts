import { basePath } from '../../src/contract/base-path.js';
import { operations } from '../../src/generated/operations.js';
import { nearest } from '../../src/text/nearest.js';

/** Longer paths get no suggestion, which bounds the cost of a miss. */
const maxLength = 300;

const templates = operations.map(({ path }) => path.slice(basePath.length + 1).split('/'));

/** @returns the most similar existing path; undefined if none is similar */
export function nearestPath(path: string): string | undefined {
  if (path.length > maxLength) return undefined;
  const sent = path
    .replace(/^(\/api)?(\/v\d+)?\/|^\/api$/, '')
    .split('/')
    .filter(Boolean);
  const found = nearestTemplate(sent) ?? unencodedId(sent);
  return found && `${basePath}/${found.join('/')}`;
}

/** Compares segment by segment. Segments in the place of a parameter are copied. */
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

/** Encodes the slashes of an id, such as an ARN. */
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
