// @ts-check

/**
 * @typedef {{ find: string, write: string, most?: number, except?: string }} Word
 * @typedef {{ line: number, text: string }} Place where a word occurs, and the line it is in
 */

/**
 * Places of a text that contain a word, also as part of an identifier in camelCase or snake_case.
 *
 * @param {Word} word
 * @param {string} text
 * @returns {Place[]}
 */
function placesOf({ find, except }, text) {
  const pattern = new RegExp(`\\b(?:${find})(?:\\b|$)`, 'gi');
  const allowed = except === undefined ? undefined : new RegExp(except, 'gi');
  return text.split('\n').flatMap((line, index) => {
    const words = wordsOf(allowed ? line.replace(allowed, '') : line);
    return [...words.matchAll(pattern)].map(() => ({ line: index + 1, text: line.trim() }));
  });
}

/**
 * @param {readonly Word[]} words
 * @param {readonly { path: string, text: string }[]} files
 * @returns {{ word: Word, places: (Place & { path: string })[], isOver: boolean }[]} one for each word
 */
export function countWords(words, files) {
  return words.map((word) => {
    const places = files.flatMap(({ path, text }) =>
      placesOf(word, text).map((place) => ({ path, ...place })),
    );
    return { word, places, isOver: places.length > (word.most ?? 0) };
  });
}

/**
 * @param {string} line
 * @returns {string} the same with identifiers split into words
 */
function wordsOf(line) {
  return line.replace(/_/g, ' ').replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ');
}
