// @ts-check
// Builds everything that is generated: the bundled document, types, operation table and validators,
// and then the JavaScript of the package. `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleDocument } from './lib/bundle-document.mjs';
import { documentModule } from './lib/document-module.mjs';
import { operationTable } from './lib/operation-table.mjs';
import { root } from './lib/paths.mjs';
import { typesModule } from './lib/types-module.mjs';
import { validatorsModule } from './lib/validators-module.mjs';

const generated = join(root, 'src/generated');
const dist = join(root, 'dist');
const onlyGenerated = process.argv.includes('--generated-only');

const { document, yaml, json } = await bundleDocument(join(root, 'openapi.yaml'));

rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
const files = {
  'types.ts': await typesModule(document),
  'operations.ts': operationTable(document),
  ...documentModule(json),
  ...(await validatorsModule(document)),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(generated, name), text);

if (!onlyGenerated) {
  rmSync(dist, { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  // tsc emits the modules that are written in TypeScript; these are plain JavaScript already.
  for (const name of readdirSync(generated).filter((file) => /\.(js|d\.ts)$/.test(file))) {
    cpSync(join(generated, name), join(dist, 'src/generated', name));
  }
}
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, 'openapi.yaml'), yaml);
writeFileSync(join(dist, 'openapi.json'), json);
