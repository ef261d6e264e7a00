// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf } from '../lib/tool.mjs';
import { runTypeScript } from '../lib/typescript.mjs';

const version = '3.0.57';

/** @type {import('../lib/tool.mjs').Tool} */
export const swaggerCodegen = {
  name: 'swagger-codegen typescript-fetch',
  version,
  kind: 'client',
  document: '3.0',
  setting:
    '`modelPropertyNaming=original`; `strictPropertyInitialization: false`, `skipLibCheck: true`; a `fetch` that adds the key, which it does not send',
  async run({ folder, document, copyProgram, exec }) {
    const artifact = `io.swagger.codegen.v3:swagger-codegen-cli:${version}`;
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
    await exec('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]);
    const program = await copyProgram('typescript');
    await exec('java', [
      ...['-jar', join(folder, `swagger-codegen-cli-${version}.jar`), 'generate', '-i', document],
      ...['-l', 'typescript-fetch', '--additional-properties', 'modelPropertyNaming=original'],
      ...['-o', join(program, 'generated')],
    ]);
    // Replaces a package for runtimes without `fetch`.
    writeFileSync(join(program, 'isomorphic-fetch.ts'), 'export default fetch;\n');
    const output = await runTypeScript(exec, program, 'swagger-codegen', {
      compilerOptions: { strictPropertyInitialization: false, skipLibCheck: true },
      bundleOptions: [`--alias:isomorphic-fetch=${join(program, 'isomorphic-fetch.ts')}`],
    });
    return { result: 'compiles', steps: stepsOf(output) };
  },
};
