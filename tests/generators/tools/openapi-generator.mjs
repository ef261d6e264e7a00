// @ts-check
import { copyFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf, warningsOf } from '../lib/tool.mjs';
import { runTypeScript } from '../lib/typescript.mjs';
import { pythonVersion } from '../lib/version.mjs';
import { goProgram, goSteps } from './go.mjs';

const version = pythonVersion('openapi-generator-cli');
/** Events are requests that the API sends, not operations to call. */
const only = [
  '--global-property',
  'models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false',
];

/** Warnings about every document of OpenAPI 3.1, and about words that a language reserves. */
const expected =
  /3\.1 support is still in beta|reserved word|Failed to get the schema name: null|Ignoring complex example/;

/**
 * A generator of OpenAPI Generator.
 *
 * @param {string} generator
 * @param {'client' | 'server stub'} kind
 * @param {readonly string[]} options
 * @param {(context: import('../lib/tool.mjs').Context, generated: string) => Promise<Omit<import('../lib/tool.mjs').Outcome, 'warnings'>>} build
 * @returns {import('../lib/tool.mjs').Tool}
 */
const openapiGenerator = (generator, kind, options, build) => ({
  name: `openapi-generator ${generator}`,
  version,
  kind,
  document: '3.1',
  ...(options.length > 0 ? { setting: `\`--additional-properties ${options.join(',')}\`` } : {}),
  async run(context) {
    const { folder, document, exec } = context;
    const generated = join(folder, 'generated');
    const output = await exec('openapi-generator-cli', [
      ...['generate', '--input-spec', document, '--generator-name', generator, '--output', generated],
      ...only,
      ...(options.length > 0 ? ['--additional-properties', options.join(',')] : []),
    ]);
    return {
      ...(await build(context, generated)),
      warnings: warningsOf(output).filter((line) => !expected.test(line)),
    };
  },
});

export const openapiGenerators = [
  openapiGenerator('python', 'client', ['packageName=client'], async ({ copyProgram, exec }, generated) => {
    const program = await copyProgram('python');
    const env = { PYTHONPATH: generated };
    const output = await exec('python', [join(program, 'openapi_generator.py')], { env });
    return { result: 'compiles', steps: stepsOf(output) };
  }),
  openapiGenerator(
    'go',
    'client',
    ['packageName=client', 'withGoMod=false', 'enumClassPrefix=true'],
    async (context, generated) => {
      const packages = ['github.com/google/uuid@v1.6.0', 'gopkg.in/validator.v2@v2.0.1'];
      const cwd = await goProgram(context, 'openapi-generator', packages);
      copyFiles(generated, join(cwd, 'client'), '.go');
      return { result: 'compiles', steps: await goSteps(context.exec, cwd) };
    },
  ),
  openapiGenerator('java', 'client', ['library=native'], async ({ copyProgram, exec }, cwd) => {
    const program = await copyProgram('java');
    copyFiles(program, join(cwd, 'src/main/java'), '.java');
    const run = ['org.codehaus.mojo:exec-maven-plugin:3.5.0:java', '-Dexec.mainClass=Main'];
    return {
      result: 'compiles',
      steps: stepsOf(await exec('mvn', ['-q', '-B', '-Dstyle.color=never', 'compile', ...run], { cwd })),
    };
  }),
  openapiGenerator('typescript-fetch', 'client', [], async ({ copyProgram, exec }, generated) => {
    const program = await copyProgram('typescript');
    cpSync(generated, join(program, 'generated'), { recursive: true });
    return { result: 'compiles', steps: stepsOf(await runTypeScript(exec, program, 'typescript-fetch')) };
  }),
  openapiGenerator(
    'spring',
    'server stub',
    [
      ...['interfaceOnly=true', 'useSpringBoot3=true', 'openApiNullable=false'],
      ...['generateJsonIncludeAnnotations=false', 'generateJsonSetterNullsAnnotations=false'],
    ],
    async ({ exec }, cwd) => {
      await exec('mvn', ['-q', '-B', '-Dstyle.color=never', 'compile'], { cwd });
      return { result: 'compiles' };
    },
  ),
];

/** @param {string} from @param {string} to @param {string} extension */
function copyFiles(from, to, extension) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => file.endsWith(extension))) {
    copyFileSync(join(from, name), join(to, name));
  }
}
