import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { RecordedBody } from './raw-exchange.js';

/** Maximum size of a body that is checked, compressed and decompressed. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Maximum size of all bodies in transit. */
const maxTotalBytes = 64 * 1024 * 1024;

/** Copies bodies in transit, within a limit for each body and for all of them. */
export function createCaptures() {
  let totalBytes = 0;
  return () => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isComplete = true;
    const drop = () => {
      totalBytes -= size;
      size = 0;
      chunks = [];
    };
    return {
      add(chunk: Buffer): void {
        if (!isComplete) return;
        if (size + chunk.length > maxBodyBytes || totalBytes + chunk.length > maxTotalBytes) {
          isComplete = false;
          drop();
          return;
        }
        chunks.push(chunk);
        size += chunk.length;
        totalBytes += chunk.length;
      },
      /** Returns the body as text and frees its memory. */
      take(encoding: string | undefined): RecordedBody {
        const bytes = Buffer.concat(chunks);
        drop();
        return isComplete ? decompress(bytes, encoding) : { unknown: 'missing' };
      },
    };
  };
}

function decompress(bytes: Buffer, encoding = 'identity'): RecordedBody {
  const limit = { maxOutputLength: maxBodyBytes };
  try {
    switch (bytes.length === 0 ? 'identity' : encoding.trim().toLowerCase()) {
      case 'identity':
        return { text: bytes.toString('utf8') };
      case 'gzip':
      case 'x-gzip':
        return { text: gunzipSync(bytes, limit).toString('utf8') };
      case 'deflate':
        return { text: inflateSync(bytes, limit).toString('utf8') };
      case 'br':
        return { text: brotliDecompressSync(bytes, limit).toString('utf8') };
      default:
        return { unknown: 'missing' };
    }
  } catch {
    return { unknown: 'truncated' };
  }
}
