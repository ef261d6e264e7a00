// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { stepsOf, warningsOf } from '../lib/tool.mjs';

const goMod = readFileSync(join(root, 'tests/generators/programs/go-oapi-codegen/go.mod'), 'utf8');
const [, version = ''] = /oapi-codegen\/v2 v([\d.]+)/.exec(goMod) ?? [];

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

export const oapiCodegenTools = [oapiCodegen('3.1'), oapiCodegen('3.0'), serverStub];
