import { install } from '../../tests/packaging/run.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

/** Packages that programs of the pages and examples use, but this project does not. */
const versions = {
  express: ['express@5.3.0', '@types/express@5.0.6'],
  prism: ['@stoplight/prism-cli@5.14.2'],
};

/** Installs packages. @returns their `node_modules` */
export async function installed(...names: (keyof typeof versions)[]): Promise<string> {
  const folder = temporaryFolder('npm');
  await install(folder, ...names.flatMap((name) => versions[name]));
  return `${folder}/node_modules`;
}
