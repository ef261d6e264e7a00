import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type OperationId, operations } from '../src/generated/operations.js';
import { beginningOf } from './beginning-of.js';
import type { Check } from './check.js';
import { checks as allChecks } from './checks/index.js';
import type { Result } from './result.js';
import { subjectsOf } from './subjects.js';

/** A failure that is known and accepted until a day. */
export interface Waiver {
  readonly check: string;
  /** Null stands for the API as a whole. */
  readonly operations: readonly (OperationId | null)[];
  /** Names the failure; reports print it. */
  readonly fingerprint: string;
  readonly reason: string;
  /** The last day on which it holds, as YYYY-MM-DD (UTC). */
  readonly expires: string;
  /** Where it stands, such as `waivers.yaml:7`. */
  readonly where?: string;
}

/** A waiver that nothing needs, although its check ran. */
export interface StaleWaiver {
  readonly check: string;
  readonly operation: OperationId | null;
  readonly fingerprint: string;
  readonly reason: string;
  readonly expires: string;
  readonly where: string | null;
}

/** The waivers cannot be used; the message says where and why. */
export class BadWaivers extends Error {
  override readonly name = 'BadWaivers';
}

/** How a waiver file names the API as a whole. */
export const wholeApi = 'api';

/** Characters of a waiver file: some 2,500 waivers. More would take longer to read than a run. */
const longestFile = 512 * 1024;

const names = ['check', 'operation', 'fingerprint', 'reason', 'expires'] as const;

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
  const lines = new LineCounter();
  // Names that come twice are looked for below: the parser compares each with each.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const at = (offset: number | undefined) =>
    `${file}:${offset === undefined ? 1 : lines.linePos(offset).line}`;
  const refuse = (node: Node | null | undefined, problem: string): never => {
    throw new BadWaivers(`${at(node?.range?.[0])}: ${problem}`);
  };
  const [broken] = document.errors;
  if (broken) throw new BadWaivers(`${at(broken.pos[0])}: it is no YAML: ${beginning(broken.message)}`);
  const root = document.contents;
  if (root === null) return [];
  if (!isSeq<Node>(root)) return refuse(root, 'the file has to be a list of waivers');
  return root.items.map((entry) => waiver(entry));

  function waiver(entry: Node): Waiver {
    if (!isMap<Node, Node>(entry)) return refuse(entry, `a waiver has to have ${names.join(', ')}`);
    const parts = new Map<string, Node | null>();
    for (const { key, value } of entry.items) {
      const name = String(isScalar(key) ? key.value : key);
      if (!names.some((known) => known === name)) {
        refuse(key, `a waiver has no ${beginning(name)}; it has ${names.join(', ')}`);
      }
      if (parts.has(name)) refuse(key, `the waiver has ${name} twice`);
      parts.set(name, value);
    }
    const read = (name: (typeof names)[number]): { node: Node; text: string } => {
      const node = parts.get(name);
      if (!node || (isScalar(node) && node.value === null)) return refuse(entry, `the waiver has no ${name}`);
      if (!isScalar(node) || typeof node.value !== 'string' || node.value.trim() === '')
        return refuse(node, `${name} has to be a text`);
      return { node, text: node.value.trim() };
    };

    const { node: checkNode, text: id } = read('check');
    const check = checks.find((one) => one.id === id);
    if (!check)
      return refuse(checkNode, `there is no check ${beginning(id)}: cost-contract checks lists them all`);
    const fingerprint = read('fingerprint');
    if (!/^fp-[0-9a-f]{12}$/.test(fingerprint.text)) {
      refuse(fingerprint.node, 'fingerprint is fp- and twelve hexadecimal digits, as a report prints it');
    }
    const reason = read('reason');
    if (/^to-?do\b/i.test(reason.text)) refuse(reason.node, 'say in reason why this failure is accepted');
    const expires = read('expires');
    if (!isDay(expires.text))
      refuse(expires.node, `expires is a day such as 2026-12-31, not ${beginning(expires.text)}`);
    return {
      check: id,
      operations: operationsIn(entry, parts.get('operation'), check),
      fingerprint: fingerprint.text,
      reason: reason.text,
      expires: expires.text,
      where: at(entry.range?.[0]),
    };
  }

  function operationsIn(entry: Node, node: Node | null | undefined, check: Check): (OperationId | null)[] {
    if (!node) return refuse(entry, 'the waiver has no operation');
    const nodes = isSeq<Node>(node) ? node.items : [node];
    if (nodes.length === 0) refuse(node, 'operation names none');
    const subjects = subjectsOf(check).map((operation) => operation?.operationId ?? null);
    const named = nodes.map((one) => {
      const text = isScalar(one) ? one.value : undefined;
      const id =
        text === wholeApi ? null : operations.find(({ operationId }) => operationId === text)?.operationId;
      if (id === undefined) {
        return refuse(
          one,
          `there is no operation ${beginning(String(text))}; ${wholeApi} stands for the API as a whole`,
        );
      }
      if (!subjects.includes(id)) refuse(one, `${check.id} gives no verdict on ${String(text)}`);
      return id;
    });
    return [...new Set(named)];
  }
}

/** What a message repeats of a file. */
function beginning(text: string): string {
  return beginningOf(text, 200);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

export type WaiverBook = ReturnType<typeof createWaiverBook>;

/** The waivers of one run: which faults they cover on its day, and which of them nothing needed. */
export function createWaiverBook(waivers: readonly Waiver[], now: Date) {
  const today = now.toISOString().slice(0, 10);
  const used = new Set<string>();
  return {
    find(
      check: string,
      operation: OperationId | null,
      fingerprint: string,
    ): { waiver: Waiver; expired: boolean } | undefined {
      const matching = waivers.filter(
        (one) => one.check === check && one.fingerprint === fingerprint && one.operations.includes(operation),
      );
      for (const one of matching) used.add(nameOf(one, operation));
      // Of two for the same failure the one that holds longer counts.
      const [waiver] = matching.sort((a, b) => b.expires.localeCompare(a.expires));
      return waiver && { waiver, expired: waiver.expires < today };
    },

    /** Those that matched nothing although the verdict they are about was given. */
    stale(results: readonly Result[]): StaleWaiver[] {
      const ran = new Set(results.filter(isVerdict).map(({ id, operation }) => `${id} ${operation}`));
      return waivers.flatMap((one) =>
        one.operations
          .filter((operation) => ran.has(`${one.check} ${operation}`) && !used.has(nameOf(one, operation)))
          .map((operation) => ({
            check: one.check,
            operation,
            fingerprint: one.fingerprint,
            reason: one.reason,
            expires: one.expires,
            where: one.where ?? null,
          })),
      );
    },
  };
}

function isVerdict({ status }: Result): boolean {
  return status === 'passed' || status === 'failed' || status === 'warned' || status === 'waived';
}

function nameOf({ check, fingerprint }: Waiver, operation: OperationId | null): string {
  return `${check} ${operation} ${fingerprint}`;
}
