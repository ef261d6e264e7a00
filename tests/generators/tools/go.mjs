// @ts-check
import { join } from 'node:path';
import { stepsOf, warningsOf } from '../lib/tool.mjs';

const versions = { oapiCodegen: '2.8.2', ogen: '1.24.0' };
const commands = {
  oapiCodegen: `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${versions.oapiCodegen}`,
  ogen: `github.com/ogen-go/ogen/cmd/ogen@v${versions.ogen}`,
};

/**
 * Copies the Go programs into a module that requires packages.
 *
 * @param {import('../lib/tool.mjs').Context} context
 * @param {string} program a folder of `programs/go`
 * @param {readonly string[]} packages with their versions
 * @returns {Promise<string>} the folder of the program
 */
export async function goProgram({ copyProgram, exec }, program, packages) {
  const cwd = await copyProgram('go');
  await exec('go', ['mod', 'init', 'contract/generators'], { cwd });
  await exec('go', ['get', ...packages], { cwd });
  return join(cwd, program);
}

/** Builds and runs a Go program. @param {import('../lib/tool.mjs').Context['exec']} exec @param {string} cwd its folder */
export async function goSteps(exec, cwd) {
  await exec('go', ['build', '-mod=mod', '-o', 'program', '.'], { cwd });
  return stepsOf(await exec('./program', [], { cwd }));
}

/** @param {import('../lib/tool.mjs').Context} context @param {string} config */
async function runOapiCodegen(context, config) {
  const cwd = await goProgram(context, 'oapi-codegen', ['github.com/oapi-codegen/runtime@v1.8.0']);
  const args = ['run', commands.oapiCodegen, '-config', config, context.document];
  return { cwd, warnings: warningsOf(await context.exec('go', args, { cwd })) };
}

/** @param {'3.1' | '3.0'} document @returns {import('../lib/tool.mjs').Tool} */
const oapiCodegen = (document) => ({
  name: `oapi-codegen${document === '3.0' ? ', 3.0' : ''}`,
  version: versions.oapiCodegen,
  kind: 'client',
  document,
  setting: '`output-options: { skip-prune: true }`',
  async run(context) {
    const { cwd, warnings } = await runOapiCodegen(context, 'oapi-codegen.yaml');
    return { result: 'compiles', steps: await goSteps(context.exec, cwd), warnings };
  },
});

/** @type {import('../lib/tool.mjs').Tool} */
const serverStub = {
  name: 'oapi-codegen, server',
  version: versions.oapiCodegen,
  kind: 'server stub',
  document: '3.1',
  setting: '`generate: { std-http-server: true, strict-server: true }`',
  async run(context) {
    const { cwd, warnings } = await runOapiCodegen(context, 'server.yaml');
    await context.exec('go', ['vet', '-mod=mod', './api'], { cwd });
    return { result: 'compiles', warnings };
  },
};

/** @type {import('../lib/tool.mjs').Tool} */
const ogen = {
  name: 'ogen',
  version: versions.ogen,
  kind: 'client',
  document: '3.0',
  async run(context) {
    const { document, exec } = context;
    const packages = [`github.com/ogen-go/ogen@v${versions.ogen}`, 'github.com/google/uuid@v1.6.0'];
    const cwd = await goProgram(context, 'ogen', packages);
    const options = ['--target', 'api', '--package', 'api', '--clean'];
    await exec('go', ['run', commands.ogen, ...options, document], { cwd });
    return { result: 'compiles', steps: await goSteps(exec, cwd) };
  },
};

export const goTools = [oapiCodegen('3.1'), oapiCodegen('3.0'), serverStub, ogen];
