// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { stepsOf, warningsOf } from '../lib/tool.mjs';

/** @param {string} program @param {RegExp} pattern */
function versionIn(program, pattern) {
  const text = readFileSync(join(root, 'tests/generators/programs', program, 'go.mod'), 'utf8');
  return pattern.exec(text)?.[1] ?? '';
}
const version = versionIn('go-oapi-codegen', /oapi-codegen\/v2 v([\d.]+)/);

/** @param {'3.1' | '3.0'} document @returns {import('../lib/tool.mjs').Tool} */
const oapiCodegen = (document) => ({
  name: `oapi-codegen${document === '3.0' ? ', 3.0' : ''}`,
  version,
  kind: 'client',
  document,
  setting: '`output-options: { skip-prune: true }`',
  async run({ document: file, copyProgram, exec }) {
    const cwd = await copyProgram('go-oapi-codegen');
    const output = await exec('go', ['tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', file], { cwd });
    await exec('go', ['build', '-o', 'program', '.'], { cwd });
    return {
      result: 'compiles',
      steps: stepsOf(await exec('./program', [], { cwd })),
      warnings: warningsOf(output),
    };
  },
});

/** @type {import('../lib/tool.mjs').Tool} */
const serverStub = {
  name: 'oapi-codegen, server',
  version,
  kind: 'server stub',
  document: '3.1',
  setting: '`generate: { std-http-server: true, strict-server: true }`',
  async run({ document, copyProgram, exec }) {
    const cwd = await copyProgram('go-oapi-codegen');
    const output = await exec('go', ['tool', 'oapi-codegen', '-config', 'server.yaml', document], { cwd });
    await exec('go', ['vet', './api'], { cwd });
    return { result: 'compiles', warnings: warningsOf(output) };
  },
};

/** @type {import('../lib/tool.mjs').Tool} */
const ogen = {
  name: 'ogen',
  version: versionIn('go-ogen', /ogen-go\/ogen v([\d.]+)/),
  kind: 'client',
  document: '3.0',
  async run({ document, copyProgram, exec }) {
    const cwd = await copyProgram('go-ogen');
    const options = ['--target', 'api', '--package', 'api', '--clean'];
    await exec('go', ['tool', 'ogen', ...options, document], { cwd });
    await exec('go', ['build', '-o', 'program', '.'], { cwd });
    return { result: 'compiles', steps: stepsOf(await exec('./program', [], { cwd })) };
  },
};

export const goTools = [oapiCodegen('3.1'), oapiCodegen('3.0'), serverStub, ogen];
