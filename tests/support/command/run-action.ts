import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../temporary-folder.js';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const program = join(root, 'dist/cli/main.js');
export const read = async (path: string) => parse(await readFile(join(root, path), 'utf8'));

export let folder = '';
beforeEach(async () => {
  folder = temporaryFolder('action');
  await mkdir(join(folder, 'bin'));
  // Replaces the package of the registry with the local build.
  await replaceNpm(`folder=node_modules/cloud-cost-contract/cli
mkdir -p "$folder"
echo "import { appendFileSync } from 'node:fs';
appendFileSync('${join(folder, 'verify.log')}', process.argv.slice(2).join(' '));
await import('${program}');" > "$folder/bin.mjs"`);
});

/** Replaces npm by a script. */
export async function replaceNpm(script: string) {
  const npm = join(folder, 'bin/npm');
  await writeFile(npm, `#!/bin/sh\necho "$PWD: $@" >> '${join(folder, 'npm.log')}'\n${script}\n`);
  await chmod(npm, 0o755);
}

/** Installs a script in place of the program. */
export const replaceProgram = (script: string) =>
  replaceNpm(
    `folder=node_modules/cloud-cost-contract/cli\nmkdir -p "$folder"\ncat > "$folder/bin.mjs" <<'END'\n${script}\nEND`,
  );

/** Runs a script like a runner of GitHub Actions. */
export function bash(script: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
      {
        cwd: env.CWD ?? folder,
        env: { ...process.env, ...env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
        maxBuffer: 1e8,
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the scripts of the action one after the other, with all expressions replaced by their values. */
export async function runAction(inputs: Record<string, string>, keys = 'ccc_test_caller') {
  const action = await read('action.yml');
  let outputs: Record<string, string> = {};
  const contextValue = (expression: string) => {
    const [context = '', ...path] = expression.split('.');
    if (context === 'github') return root;
    const name = path.at(-1) as string;
    return context === 'steps' ? (outputs[name] ?? '') : (inputs[name] ?? action.inputs[name].default);
  };
  const written = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '');
  let ran = { code: 0, output: '' };
  for (const { run, env = {} } of action.runs.steps as Step[]) {
    if (run === undefined || ran.code !== 0) continue;
    const filledIn = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression) => contextValue(expression)),
    ]);
    const { code, output } = await bash(run, {
      ...Object.fromEntries(filledIn),
      COST_CONTRACT_API_KEYS: keys,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    });
    ran = { code, output: ran.output + output };
    const lines = (await written('output')).trim().split('\n');
    outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
  }
  return {
    ...ran,
    outputs,
    summary: await written('summary.md'),
    npm: await written('npm.log'),
    verify: await written('verify.log'),
  };
}
