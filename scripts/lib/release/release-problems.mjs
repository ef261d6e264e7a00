// @ts-check

/**
 * @param {Record<string, any>} manifest the contents of package.json
 * @param {Readonly<Record<string, string>>} texts the README and the guides that name the package, by file
 * @returns {string[]} what prevents publishing, with the fix
 */
export function releaseProblems(manifest, texts) {
  const { homepage, repository, bugs } = manifest;
  return [
    ...(isPublic(homepage)
      ? []
      : ['package.json has no homepage. Set it to the https URL of the docs site: the client links there.']),
    ...(isPublic(repository?.url?.replace(/^git\+/, ''))
      ? []
      : [
          'package.json has no repository, which npm requires for provenance. Set repository.type to git and repository.url to git+https://….',
        ]),
    ...(isPublic(bugs?.url ?? bugs)
      ? []
      : ['package.json has no bugs. Set bugs.url to the https URL of the issue tracker.']),
    ...Object.entries(texts)
      .filter(([, text]) => text.includes('not on npm yet'))
      .map(([file]) => `${file} says that the package is not on npm yet. Remove that paragraph.`),
  ];
}

/** @param {unknown} url */
function isPublic(url) {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
}
