import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { beginningOf } from '../beginning-of.js';
import { CannotStart } from '../cannot-start.js';
import type { Check } from '../check.js';
import type { Operation, OperationId } from '../operation.js';
import { subjectsOf } from '../run/subjects.js';
import { type Waiver, wholeApi } from './waiver-book.js';

/** The waiver file is invalid; the message contains the line and the reason. */
export class BadWaivers extends CannotStart {
  override readonly name = 'BadWaivers';
}

/** Characters of a waiver file, about 2,500 waivers. A longer file takes longer to parse than a run. */
const longestFile = 512 * 1024;

const names = ['check', 'operation', 'fingerprint', 'reason', 'expires'] as const;

type Name = (typeof names)[number];

/** What waivers may name. */
interface Waived {
  readonly checks: readonly Check[];
  readonly operations: readonly Operation[];
}

/**
 * Parses a list of waivers in YAML or JSON.
 *
 * @param file the file's name, for messages
 * @throws {BadWaivers} if the text is not a list of valid waivers
 */
export function readWaivers(text: string, file: string, { checks, operations }: Waived): readonly Waiver[] {
  if (text.length > longestFile)
    throw new BadWaivers(`${file}: the file is larger than ${longestFile / 1024} KiB`);
  return new WaiverReader(text, file, checks, operations).read();
}

class WaiverReader {
  readonly #lines = new LineCounter();

  constructor(
    readonly text: string,
    readonly file: string,
    readonly checks: readonly Check[],
    readonly all: readonly Operation[],
  ) {}

  read(): Waiver[] {
    const options = { lineCounter: this.#lines, prettyErrors: false };
    // Duplicate names are detected below: the parser takes quadratic time.
    const document = parseDocument(this.text, { ...options, uniqueKeys: false });
    const [broken] = document.errors;
    if (broken)
      throw new BadWaivers(`${this.#at(broken.pos[0])}: invalid YAML: ${beginning(broken.message)}`);
    const root = document.contents;
    if (root === null) return [];
    if (!isSeq<Node>(root)) return this.#refuse(root, 'the file is not a list of waivers');
    return root.items.map((entry) => this.#waiver(entry));
  }

  #waiver(entry: Node): Waiver {
    const parts = this.#partsOf(entry);
    const text = (name: Name) => this.#text(entry, name, parts.get(name));
    const { node, text: id } = text('check');
    const check =
      this.checks.find((one) => one.id === id) ??
      this.#refuse(
        node,
        `unknown check '${beginning(id)}'; 'npx cloud-cost-contract checks' lists all checks`,
      );
    const fingerprint = text('fingerprint');
    if (!/^fp-[0-9a-f]{12}$/.test(fingerprint.text)) {
      this.#refuse(
        fingerprint.node,
        "`fingerprint` is not 'fp-' and 12 hexadecimal digits; copy it from a report",
      );
    }
    const reason = text('reason');
    if (/^to-?do\b/i.test(reason.text)) {
      this.#refuse(reason.node, "`reason` is 'TODO'; state why the failure is accepted");
    }
    const expires = text('expires');
    if (!isDay(expires.text)) {
      this.#refuse(expires.node, `\`expires\` is not a date such as 2026-12-31: ${beginning(expires.text)}`);
    }
    return {
      check: id,
      operations: this.#operations(entry, parts.get('operation'), check),
      fingerprint: fingerprint.text,
      reason: reason.text,
      expires: expires.text,
      where: this.#at(entry.range?.[0]),
    };
  }

  #partsOf(entry: Node): ReadonlyMap<string, Node | null> {
    if (!isMap<Node, Node>(entry))
      return this.#refuse(entry, `the entry is not an object with ${names.join(', ')}`);
    const parts = new Map<string, Node | null>();
    for (const { key, value } of entry.items) {
      const name = String(isScalar(key) ? key.value : key);
      if (!names.some((known) => known === name)) {
        this.#refuse(key, `unknown property '${beginning(name)}'; a waiver has ${names.join(', ')}`);
      }
      if (parts.has(name)) this.#refuse(key, `duplicate property \`${name}\``);
      parts.set(name, value);
    }
    return parts;
  }

  #text(entry: Node, name: Name, node: Node | null | undefined): { node: Node; text: string } {
    if (!node || (isScalar(node) && node.value === null)) {
      return this.#refuse(entry, `\`${name}\` is missing`);
    }
    if (!isScalar(node) || typeof node.value !== 'string' || node.value.trim() === '') {
      return this.#refuse(node, `\`${name}\` is not a non-empty string`);
    }
    return { node, text: node.value.trim() };
  }

  #operations(entry: Node, node: Node | null | undefined, check: Check): (OperationId | null)[] {
    if (!node) return this.#refuse(entry, '`operation` is missing');
    const nodes = isSeq<Node>(node) ? node.items : [node];
    if (nodes.length === 0) this.#refuse(node, '`operation` is an empty list');
    const subjects = subjectsOf(check, this.all).map((operation) => operation?.operationId ?? null);
    const named = nodes.map((one) => {
      const text = isScalar(one) ? one.value : undefined;
      const id =
        text === wholeApi ? null : this.all.find(({ operationId }) => operationId === text)?.operationId;
      if (id === undefined) {
        return this.#refuse(
          one,
          `unknown operation '${beginning(String(text))}'; use '${wholeApi}' for the API as a whole`,
        );
      }
      if (!subjects.includes(id)) this.#refuse(one, `${check.id} does not apply to ${String(text)}`);
      return id;
    });
    return [...new Set(named)];
  }

  #refuse(node: Node | null | undefined, problem: string): never {
    throw new BadWaivers(`${this.#at(node?.range?.[0])}: ${problem}`);
  }

  #at(offset: number | undefined): string {
    return `${this.file}:${offset === undefined ? 1 : this.#lines.linePos(offset).line}`;
  }
}

/** Limits what a message quotes of a file. */
function beginning(text: string): string {
  return beginningOf(text, 200);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
