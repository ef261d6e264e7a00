import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releases } from '../../../scripts/lib/changes/releases.mjs';
import * as md from './markdown.js';
import type { GeneratedPage } from './page.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Guides by task; others are listed last. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['quick-start', 'authentication', 'recipes', 'package'],
  'Build a server': [
    'first-endpoint-to-ci',
    'verify-your-server',
    'known-bill',
    'rules',
    'in-ci',
    'compare',
    'prism',
  ],
  'Use the mock': [
    'mock',
    'record-and-replay',
    'containers',
    'your-bill',
    'large-bills',
    'control-plane',
    'default-dataset',
    'dashboard-example',
  ],
  'Call the API': ['errors-and-retries', 'paging', 'idempotent-writes', 'webhooks'],
  Languages: ['client', 'python', 'go', 'java', 'openapi-tools', 'commonjs'],
  Concepts: ['commitments', 'figures', 'renamed-paths', 'versioning'],
};

/** Files whose page has another path. Those of the project itself are below `project/`. */
export const rewrites: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'commonjs',
      'control-plane',
      'default-dataset',
      'openapi-tools',
      'package',
      'prism',
      'renamed-paths',
    ].map((name) => [`${name}.md`, `guides/${name}.md`]),
  ),
  ...Object.fromEntries(
    ['benchmarks.md', 'first-minute.md', 'mutation.md', 'parameters.md', ...filesIn('decisions')].map(
      (file) => [file, `project/${file}`],
    ),
  ),
  'examples/dashboard/README.md': 'guides/dashboard-example.md',
};

/** Titles of the written pages by path: guides, pages about the project, and decisions. */
const written = new Map(
  [...filesIn('guides'), ...filesIn('decisions'), ...filesIn('.'), 'examples/dashboard/README.md'].map(
    (file) => [
      (rewrites[file] ?? file).replace(/\.md$/, ''),
      titleIn(readFileSync(join(root, 'docs', file), 'utf8')),
    ],
  ),
);

const linksTo = (pages: readonly string[]) =>
  pages.map((page) => ({ text: written.get(page) ?? page, link: `/${page}` }));
const below = (folder: string) => [...written.keys()].filter((page) => page.startsWith(folder));
const named = Object.values(groups).flatMap((names) => names.map((name) => `guides/${name}`));
const others = below('guides/').filter((page) => !named.includes(page));

/** The guides as groups of the sidebar. */
export const guideGroups = [
  ...Object.entries(groups).map(([text, names]) => ({
    text,
    items: linksTo(names.map((name) => `guides/${name}`)),
  })),
  ...(others.length > 0 ? [{ text: 'More guides', items: linksTo(others) }] : []),
];
/** Every other page about the project itself. */
export const projectLinks = linksTo(
  [...written.keys()].filter((page) => !/^(guides|project\/decisions)\//.test(page)),
);
export const decisionLinks = linksTo(below('project/decisions/'));

/** Texts of the repository beside `docs`, which have a page of the project. */
const projectTexts = { contributing: 'CONTRIBUTING.md', security: 'SECURITY.md' };

/** Returns the page of a text, whose links are relative to the root of the repository. */
function projectPage(name: keyof typeof projectTexts, description: string): GeneratedPage {
  const text = readFileSync(join(root, projectTexts[name]), 'utf8');
  const title = titleIn(text);
  return {
    path: `project/${name}`,
    title,
    description,
    found: [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => ({
      anchor: heading.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      title: heading,
      text: '',
    })),
    content: md.prose(text.replaceAll(/\]\((?![a-z]+:|#)/g, '](../../')),
  };
}

export const contributingPage = () =>
  projectPage('contributing', 'How to change the contract, the mock and the suite.');
export const securityPage = () =>
  projectPage('security', 'How to report a vulnerability, and what the parts may access.');

export function changelogPage(): GeneratedPage {
  const folder = join(root, '.changeset');
  const pending = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
    .map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}`);
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(/^# .*\n/, '');
  return {
    path: 'changelog',
    title: 'Changelog',
    description: 'Changes of the contract and of the package.',
    found: [{ anchor: '', title: 'Changelog', text: 'Releases, versions' }],
    content: md.blocks(
      '# Changelog',
      '## The contract',
      'See [versioning and deprecation](/guides/versioning) for the compatibility of versions.',
      ...contractChanges(),
      '## The package',
      pending.length > 0 && md.blocks('### Unreleased', pending.join('\n')),
      md.prose(log.replaceAll(/^##/gm, '###')),
    ),
  };
}

/** Changes for callers, the newest version first. */
function contractChanges(): string[] {
  return releases(join(root, 'released'))
    .map(({ version, path }) => {
      const changes = join(dirname(path), 'changes.md');
      const text = existsSync(changes) ? readFileSync(changes, 'utf8') : 'The first version.';
      return md.blocks(`### ${version}`, text.replace(/^# .*$/m, '').replaceAll(/^#/gm, '###'));
    })
    .reverse();
}

/** The documents of the package, each with the version of OpenAPI that it is written in. */
export const downloads = readdirSync(join(root, 'dist'))
  .filter((name) => /^openapi[\w.-]*\.(yaml|json)$/.test(name))
  .map((name) => {
    const text = readFileSync(join(root, 'dist', name), 'utf8');
    const [, version = ''] = /^\W*openapi\W+(\d\.\d)/m.exec(text) ?? [];
    return { name, version, format: name.endsWith('.json') ? 'JSON' : 'YAML' };
  });

export function downloadsPage(): GeneratedPage {
  const names = downloads.map(({ name, version }) => `${name} OpenAPI ${version}`).join(', ');
  return {
    path: 'downloads',
    title: 'Downloads',
    description: 'The OpenAPI document as one file.',
    found: [
      {
        anchor: '',
        title: 'Downloads: openapi.yaml, openapi.json',
        text: `${names} Postman Bruno Insomnia Swagger`,
      },
    ],
    content: md.blocks(
      '# Downloads',
      'The OpenAPI document as one file, which `npx cloud-cost-contract spec` prints:',
      downloads
        .map(
          ({ name, version, format }) =>
            `- [${name}](/download/${name}){download}: OpenAPI ${version} as ${format}`,
        )
        .join('\n'),
      'Postman, Bruno, Insomnia and Hoppscotch import either format as a collection. Set the base URL to the [mock](/guides/mock) or your server, and the bearer token to your API key.',
      '[llms.txt](/llms.txt){target="_self"} lists every page of this site as Markdown, for language models.',
    ),
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, 'docs', folder))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => (folder === '.' ? file : `${folder}/${file}`))
    .sort();
}

function titleIn(text: string): string {
  return (/^# (?:\d{4} )?(.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}
