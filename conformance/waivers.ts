import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type OperationId, operations } from '../src/generated/operations.js';
import { beginningOf } from './beginning-of.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { checks as allChecks } from './checks/index.js';
import { subjectsOf } from './subjects.js';
import type { Waiver } from './waiver-book.js';

/** The waivers cannot be used; the message says where and why. */
export class BadWaivers extends CannotStart {
  override readonly name = 'BadWaivers';
}

/** How a waiver file names the API as a whole. */
export const wholeApi = 'api';

/** Characters of a waiver file: some 2,500 waivers. More would take longer to read than a run. */
const longestFile = 512 * 1024;

const names = ['check', 'operation', 'fingerprint', 'reason', 'expires'] as const;

type Name = (typeof names)[number];

/**
 * @param text YAML or JSON: a list of waivers
 * @param file for messages
 * @throws {BadWaivers}
 */
export function readWaivers(
  text: string,
  file: string,
  checks: readonly Check[] = allChecks,
): readonly Waiver[] {
  if (text.length > longestFile) throw new BadWaivers(`${file}: it is larger than ${longestFile / 1024} KiB`);
  return new WaiverReader(text, file, checks).read();
}

class WaiverReader {
  readonly #lines = new LineCounter();

  constructor(
    readonly text: string,
    readonly file: string,
    readonly checks: readonly Check[],
  ) {}

  read(): Waiver[] {
    const options = { lineCounter: this.#lines, prettyErrors: false };
    // Names that come twice are looked for below: the parser compares each with each.
    const document = parseDocument(this.text, { ...options, uniqueKeys: false });
    const [broken] = document.errors;
    if (broken)
      throw new BadWaivers(`${this.#at(broken.pos[0])}: it is no YAML: ${beginning(broken.message)}`);
    const root = document.contents;
    if (root === null) return [];
    if (!isSeq<Node>(root)) return this.#refuse(root, 'the file has to be a list of waivers');
    return root.items.map((entry) => this.#waiver(entry));
  }

  #waiver(entry: Node): Waiver {
    const parts = this.#partsOf(entry);
    const text = (name: Name) => this.#text(entry, name, parts.get(name));
    const { node, text: id } = text('check');
    const check =
      this.checks.find((one) => one.id === id) ??
      this.#refuse(node, `there is no check ${beginning(id)}: cost-contract checks lists them all`);
    const fingerprint = text('fingerprint');
    if (!/^fp-[0-9a-f]{12}$/.test(fingerprint.text)) {
      this.#refuse(
        fingerprint.node,
        'fingerprint is fp- and twelve hexadecimal digits, as a report prints it',
      );
    }
    const reason = text('reason');
    if (/^to-?do\b/i.test(reason.text)) {
      this.#refuse(reason.node, 'say in reason why this failure is accepted');
    }
    const expires = text('expires');
    if (!isDay(expires.text)) {
      this.#refuse(expires.node, `expires is a day such as 2026-12-31, not ${beginning(expires.text)}`);
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
    if (!isMap<Node, Node>(entry)) return this.#refuse(entry, `a waiver has to have ${names.join(', ')}`);
    const parts = new Map<string, Node | null>();
    for (const { key, value } of entry.items) {
      const name = String(isScalar(key) ? key.value : key);
      if (!names.some((known) => known === name)) {
        this.#refuse(key, `a waiver has no ${beginning(name)}; it has ${names.join(', ')}`);
      }
      if (parts.has(name)) this.#refuse(key, `the waiver has ${name} twice`);
      parts.set(name, value);
    }
    return parts;
  }

  #text(entry: Node, name: Name, node: Node | null | undefined): { node: Node; text: string } {
    if (!node || (isScalar(node) && node.value === null)) {
      return this.#refuse(entry, `the waiver has no ${name}`);
    }
    if (!isScalar(node) || typeof node.value !== 'string' || node.value.trim() === '') {
      return this.#refuse(node, `${name} has to be a text`);
    }
    return { node, text: node.value.trim() };
  }

  #operations(entry: Node, node: Node | null | undefined, check: Check): (OperationId | null)[] {
    if (!node) return this.#refuse(entry, 'the waiver has no operation');
    const nodes = isSeq<Node>(node) ? node.items : [node];
    if (nodes.length === 0) this.#refuse(node, 'operation names none');
    const subjects = subjectsOf(check).map((operation) => operation?.operationId ?? null);
    const named = nodes.map((one) => {
      const text = isScalar(one) ? one.value : undefined;
      const id =
        text === wholeApi ? null : operations.find(({ operationId }) => operationId === text)?.operationId;
      if (id === undefined) {
        return this.#refuse(
          one,
          `there is no operation ${beginning(String(text))}; ${wholeApi} stands for the API as a whole`,
        );
      }
      if (!subjects.includes(id)) this.#refuse(one, `${check.id} gives no verdict on ${String(text)}`);
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

/** What a message repeats of a file. */
function beginning(text: string): string {
  return beginningOf(text, 200);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
