import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedRules } from '../../../conformance/suite/rules/documented-rules.js';
import { withoutNulls } from '../../../conformance/suite/rules/rule.js';
import { judgeOf } from '../../../conformance/suite/rules/rule-check.js';
import { createRandom } from '../../../mocks/dataset/random.js';
import type { OperationId } from '../../../src/generated/operations.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { document, examplesOf, operations } from '../../.vitepress/pages/document.js';
import { goMissing } from '../../testing/programs.js';
import { PythonPackages, pythonMissing } from '../../testing/python.js';

interface Case {
  readonly operation: OperationId;
  readonly data: unknown;
  readonly now: string;
  readonly query: Readonly<Record<string, string>>;
  readonly path: Readonly<Record<string, string>>;
}

/** The verdicts of a case by rule: true, false, or null where the rule does not apply. */
type Verdicts = Readonly<Record<string, boolean | null>>;

const own = fileURLToPath(new URL('./', import.meta.url));
const root = join(own, '../../..');
const random = createRandom(20261128, 'rules');

/** The requests whose responses are the examples, by `operation.example`. */
const requests: Readonly<
  Record<string, { 'x-request'?: Partial<Record<'get' | 'put' | 'delete', string>> }>
> = Object.assign(
  {},
  ...readdirSync(join(root, 'src/openapi'), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'examples.yaml')
    .map((path) => parse(readFileSync(join(root, 'src/openapi', path), 'utf8'))),
);

/** The examples of the document, and responses that differ from one in one value. */
const examples: readonly Case[] = operations.flatMap(({ id, path, responses }) =>
  Object.entries<any>(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { value }]) => examplesOf(value.content?.['application/json']))
    .map(({ name, value: { data, timestamp } }) => {
      const { get, put, delete: removal } = requests[`${id}.${name}`]?.['x-request'] ?? {};
      const { pathname, searchParams } = new URL(get ?? put ?? removal ?? '', 'http://127.0.0.1');
      return {
        operation: id as OperationId,
        data,
        now: timestamp,
        query: Object.fromEntries(searchParams),
        path: parametersIn(path, pathname),
      };
    }),
);
const changed = Array.from({ length: 1000 }, () => withOneChange(random.pick(examples)));
const cases = [...examples, ...changed];

function withOneChange(one: Case): Case {
  const data = structuredClone(one.data);
  const places = leavesOf(data);
  if (places.length === 0) return one;
  const [parent, name] = random.pick(places);
  parent[name] = random.pick(replacements(parent[name]));
  return { ...one, data };
}

function parametersIn(template: string, path: string): Readonly<Record<string, string>> {
  const segments = path.split('/').map(decodeURIComponent);
  return Object.fromEntries(
    template.split('/').flatMap((part, index) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name === undefined ? [] : [[name, segments[index] ?? '']];
    }),
  );
}

function leavesOf(value: any): (readonly [parent: any, name: string])[] {
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null ? leavesOf(member) : [[value, name] as const],
  );
}

function replacements(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1, value - 0.5, -value, value * 100, null];
  if (typeof value === 'boolean') return [!value, null];
  if (typeof value !== 'string') return [0, 17.5, 'x'];
  return /^\d{4}-\d\d-\d\d/.test(value)
    ? ['2026-01-31', '2027-03-01T00:00:00Z', null]
    : ['x', `${value}x`, null];
}

const judges = documentedRules().map((rule) => ({ rule, judge: judgeOf(rule) }));
const here: readonly Verdicts[] = cases.map(({ operation, data, ...request }) => {
  const context = { ...request, data: withoutNulls(data), body: undefined };
  const applying = judges.filter(({ rule }) => rule.places.has(operation));
  return Object.fromEntries(
    applying.map(({ rule, judge }) => {
      const judged = judge(operation, context);
      return [rule.id, judged === undefined ? null : judged === true];
    }),
  );
});

const folder = temporaryFolder('rules');
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));

function expectSameVerdicts(output: string): void {
  const there: readonly Verdicts[] = JSON.parse(output);
  const differences = cases.flatMap(({ operation }, index) =>
    Object.entries(here[index] as Verdicts)
      .filter(([id, verdict]) => (there[index]?.[id] ?? null) !== verdict)
      .map(([id, verdict]) => `${index} ${operation} ${id}: ${verdict} here, ${there[index]?.[id]} there`),
  );
  expect(differences).toEqual([]);
}

test('the cases have each verdict', () => {
  const verdicts = here.flatMap((one) => Object.values(one));
  for (const verdict of [true, false, null])
    expect(verdicts.filter((one) => one === verdict).length).toBeGreaterThan(20);
});

test('no example of the document violates a rule', () => {
  const violated = examples.flatMap(({ operation }, index) =>
    Object.entries(here[index] as Verdicts).flatMap(([id, holds]) =>
      holds === false ? [`${operation} ${id}`] : [],
    ),
  );
  expect(violated).toEqual([]);
});

describe.skipIf(pythonMissing)(`in Python${pythonMissing ? ` (${pythonMissing})` : ''}`, () => {
  test('each rule has the same verdict', { timeout: 300_000 }, () => {
    const { env } = new PythonPackages(['cel-python==0.5.0']);
    const program = [
      'import json',
      'from rules import Rules',
      'rules = Rules(json.load(open("openapi.json")))',
      'print(json.dumps([rules.verdicts(**one) for one in json.load(open("cases.json"))]))',
    ].join('\n');
    const PYTHONPATH = `${own}:${env.PYTHONPATH}`;
    expectSameVerdicts(
      execFileSync('python3', ['-c', program], {
        cwd: folder,
        env: { ...process.env, PYTHONPATH },
        encoding: 'utf8',
        maxBuffer: 1e8,
      }),
    );
  });
});

const main = `package main

import (
	"encoding/json"
	"os"

	"check/rules"
)

type example struct {
	Operation, Now string
	Data           any
	Query, Path    map[string]string
}

func main() {
	var document map[string]any
	var cases []example
	for name, into := range map[string]any{"openapi.json": &document, "cases.json": &cases} {
		file, _ := os.Open(name)
		if err := json.NewDecoder(file).Decode(into); err != nil {
			panic(err)
		}
	}
	all, err := rules.New(document)
	if err != nil {
		panic(err)
	}
	var verdicts []map[string]bool
	for _, one := range cases {
		request := rules.Request{Query: one.Query, Path: one.Path, Now: one.Now}
		verdicts = append(verdicts, all.Verdicts(one.Operation, one.Data, request))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;

describe.skipIf(goMissing)(`in Go${goMissing ? ` (${goMissing})` : ''}`, () => {
  test('each rule has the same verdict', { timeout: 300_000 }, () => {
    const go = (...args: readonly string[]) =>
      execFileSync('go', args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    mkdirSync(join(folder, 'rules'));
    for (const name of ['rules.go', 'functions.go']) cpSync(join(own, name), join(folder, 'rules', name));
    writeFileSync(join(folder, 'main.go'), main);
    go('mod', 'init', 'check');
    go('get', 'cel.dev/cel-go@v0.33.2');
    go('mod', 'tidy');
    go('vet', './...');
    expectSameVerdicts(go('run', '.'));
  });
});
