// @ts-check

/**
 * Width and height of a PNG, from its header.
 *
 * @param {Buffer} png
 * @throws {Error} where it is none
 */
export function pngSize(png) {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('Only PNG pictures can stand on a page.');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
