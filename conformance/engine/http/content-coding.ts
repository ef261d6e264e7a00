import * as zlib from 'node:zlib';

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const zstd: Decode | undefined =
  'zstdDecompressSync' in zlib ? (zlib.zstdDecompressSync as Decode) : undefined;

/** How to decode each coding that this version of Node can decode. */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', inflate],
  ['br', zlib.brotliDecompressSync],
  ...(zstd ? [['zstd', zstd] as const] : []),
]);

/** The most codings of one body; each costs as much as the longest body. */
const mostCodings = 4;

/** A body that cannot be decoded. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';

  constructor(
    readonly reason: 'unknown coding' | 'too large' | 'damaged',
    message: string,
  ) {
    super(message);
  }
}

/** Whether a body with this coding can be decoded. */
function isDecodable(coding: string): boolean {
  return coding === 'identity' || decoders.has(coding);
}

/**
 * Decodes a body.
 *
 * @param header the value of Content-Encoding; several codings are removed from the last to the first
 * @param limit maximum size of the decoded body, in bytes
 * @throws {Undecodable} the message is a predicate of the body, such as "has Content-Encoding zstd, which …"
 */
export function decodeBody(bytes: Buffer, header: string | undefined, limit: number): Buffer {
  const codings = namesIn(header ?? '').filter((name) => name !== 'identity');
  // A response to HEAD or a 304 names the coding of a body that it does not have.
  if (bytes.length === 0 || codings.length === 0) return bytes;
  if (codings.length > mostCodings || !codings.every(isDecodable)) {
    const reason = `which Node ${process.versions.node} cannot decode`;
    throw new Undecodable('unknown coding', `has Content-Encoding ${JSON.stringify(header)}, ${reason}`);
  }
  return codings.reduceRight((encoded, coding) => decode(encoded, coding, limit), bytes);
}

function decode(bytes: Buffer, coding: string, maxOutputLength: number): Buffer {
  try {
    return (decoders.get(coding) as Decode)(bytes, { maxOutputLength });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? new Undecodable('too large', `is larger than ${maxOutputLength / 1024 / 1024} MiB when decoded`)
      : new Undecodable('damaged', `has Content-Encoding ${coding}, but is not ${coding}`);
  }
}

/** Many servers send deflate without the zlib header that RFC 9110, section 8.4.1.2, requires. */
function inflate(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
  return hasHeader ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

/**
 * Removes from the value of Accept-Encoding what cannot be decoded.
 *
 * @returns `identity` if nothing is left
 */
export function decodableOnly(header: string): string {
  const offered = header.split(',').filter((offer) => {
    const [name = '', ...parameters] = offer.split(';');
    const isExcluded = parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(parameter));
    return isExcluded || isDecodable(name.trim().toLowerCase());
  });
  return offered.length > 0 ? offered.map((offer) => offer.trim()).join(', ') : 'identity';
}

const namesIn = (header: string): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
