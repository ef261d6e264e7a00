import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// The ruleset loader of the CLI, so that the tests load the rules in the same way.
import ruleset from '@stoplight/spectral-cli/dist/services/linter/utils/getRuleset.js';
import { Spectral } from '@stoplight/spectral-core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { statusOfCode } from '../src/contract/errors.js';

/** The content of `rules/<section>/<rule>.yaml`: valid and invalid documents by name, which may be short. */
interface RuleCases {
  readonly valid: Readonly<Record<string, object>>;
  /** `problems` maps paths to messages. */
  readonly invalid: Readonly<
    Record<string, { document: object; problems: Readonly<Record<string, string>> }>
  >;
}

const folder = fileURLToPath(new URL('rules', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);
/** Paths of the cases by rule. */
const casesOf = new Map(files.map((file) => [basename(file, '.yaml'), join(folder, file)]));
const text = readFileSync(new URL('../spectral.yaml', import.meta.url), 'utf8');
const own = Object.entries<any>(parse(text).rules).filter(([, rule]) => rule !== 'off');
const spectral = new Spectral();

const loaded = await ruleset.getRuleset('spectral.yaml');
spectral.setRuleset(loaded);
const rules = loaded.rules;

test('every rule has cases, and all cases have a rule', () => {
  expect(files.map((file) => basename(file, '.yaml')).sort()).toEqual(own.map(([name]) => name).sort());
});

test('the error codes of the rules are those of the contract', () => {
  const { codes } = parse(text).rules['failure-code'].then.functionOptions;
  for (const [code, status] of Object.entries(statusOfCode)) expect(codes).toHaveProperty([status], code);
});

test.each(own)('%s has a description, a message and severity error', (_name, rule) => {
  expect(rule.description).toMatch(/\.$/);
  expect(rule.message).toBeTruthy();
  expect(rule.severity).toBe('error');
});

describe.each(own)('%s', (name) => {
  const { valid, invalid } = parse(readFileSync(casesOf.get(name) ?? '', 'utf8'), {
    merge: true,
  }) as RuleCases;

  test.each(Object.entries(valid))('accepts %s', async (_case, document) => {
    expect(await problemsOf(name, document)).toEqual({});
  });

  test.each(Object.entries(invalid))('rejects %s', async (_case, { document, problems }) => {
    expect(await problemsOf(name, document)).toEqual(problems);
  });
});

/** Returns the document of a case, which may have only its schemas, the operations of one path, or the schema of a success. */
function documentOf({ schemas, success, ...rest }: Readonly<Record<string, any>>): object {
  if (schemas) return { components: { schemas } };
  if (success) return documentOf({ get: { responses: { 200: jsonOf(success) } } });
  const isPath = ['get', 'put', 'post', 'delete'].some((method) => method in rest);
  return isPath ? { paths: { '/api/v1/things': rest } } : rest;
}

const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });

/** Returns the messages of one rule by path. Several messages at a path are separated by line breaks. */
async function problemsOf(name: string, document: object): Promise<Record<string, string>> {
  for (const rule of Object.values(rules)) rule.enabled = rule.name === name;
  const problems: Record<string, string> = {};
  for (const { path, message } of await spectral.run({ openapi: '3.1.1', ...documentOf(document) })) {
    const at = path.join(' ');
    problems[at] = at in problems ? `${problems[at]}\n${message}` : message;
  }
  return problems;
}
