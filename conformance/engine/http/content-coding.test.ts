import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { decodableOnly, decodeBody } from './content-coding.js';

const text = JSON.stringify({ success: true });
const bytes = Buffer.from(text);
const gzip = zlib.gzipSync;
const hasZstd = 'zstdCompressSync' in zlib;
const decode = (body: Buffer, header: string | undefined, limit = 1000) =>
  decodeBody(body, header, limit).toString('utf8');

test.each<[string | undefined, Buffer]>([
  [undefined, bytes],
  ['identity', bytes],
  ['', bytes],
  ['gzip', gzip(bytes)],
  ['GZIP', gzip(bytes)],
  ['x-gzip', gzip(bytes)],
  ['deflate', zlib.deflateSync(bytes)],
  ['deflate', zlib.deflateRawSync(bytes)],
  ['br', zlib.brotliCompressSync(bytes)],
  ['gzip, gzip', gzip(gzip(bytes))],
  ['gzip,identity', gzip(bytes)],
  ['br, gzip', gzip(zlib.brotliCompressSync(bytes))],
])('decodes %s', (header, body) => {
  expect(decode(body, header)).toBe(text);
});

test.runIf(hasZstd)('decodes zstd', () => {
  expect(decode((zlib as any).zstdCompressSync(bytes), 'zstd')).toBe(text);
});

test('decodes no empty body, as of a 304', () => {
  expect(decode(Buffer.alloc(0), 'gzip')).toBe('');
});

test.each([
  ['compress', bytes, 'has Content-Encoding "compress", which Node'],
  ['gzip, dcb', bytes, 'has Content-Encoding "gzip, dcb", which Node'],
  ['gzip, gzip, gzip, gzip, gzip', bytes, 'which Node'],
  ['gzip', bytes, 'has Content-Encoding gzip, but is not gzip'],
  ['gzip, gzip', gzip(bytes), 'has Content-Encoding gzip, but is not gzip'],
  ['deflate', bytes.subarray(0, 1), 'has Content-Encoding deflate, but is not deflate'],
  ['gzip', gzip(bytes).subarray(0, 20), 'has Content-Encoding gzip, but is not gzip'],
  ['gzip', gzip(Buffer.alloc(2 << 20)), 'is larger than 1 MiB when decoded'],
  ['br', zlib.brotliCompressSync(Buffer.alloc(2 << 20)), 'is larger than 1 MiB when decoded'],
  ['gzip, gzip', gzip(gzip(Buffer.alloc(2 << 20))), 'is larger than 1 MiB when decoded'],
])('reports a body with %s that cannot be decoded', (header, body, message) => {
  expect(() => decode(body, header, 1 << 20)).toThrow(message);
});

test.each([
  ['gzip, deflate, br', 'gzip, deflate, br'],
  ['gzip, dcb, dcz', 'gzip'],
  ['gzip;q=1.0, compress;q=0.5', 'gzip;q=1.0'],
  ['*', 'identity'],
  ['compress', 'identity'],
  ['gzip, identity;q=0, *;q=0', 'gzip, identity;q=0, *;q=0'],
  ['gzip, deflate, br, zstd', hasZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br'],
])('offers of "%s" only what it can decode', (header, offered) => {
  expect(decodableOnly(header)).toBe(offered);
});
