import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { RecordedBody } from './raw-exchange.js';

/** The largest body that is looked at, as it is sent and when it is unpacked. */
const largestBody = 4 * 1024 * 1024;
/** What all bodies on their way may take together. */
const mostBytes = 64 * 1024 * 1024;

/** Keeps copies of bodies while they pass by, within a bound for all of them together. */
export function createCaptures() {
  let held = 0;
  return () => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isWhole = true;
    const drop = () => {
      held -= size;
      size = 0;
      chunks = [];
    };
    return {
      add(chunk: Buffer): void {
        if (!isWhole) return;
        if (size + chunk.length > largestBody || held + chunk.length > mostBytes) {
          isWhole = false;
          drop();
          return;
        }
        chunks.push(chunk);
        size += chunk.length;
        held += chunk.length;
      },
      /** @returns the body as text, and keeps nothing of it */
      take(encoding: string | undefined): RecordedBody {
        const bytes = Buffer.concat(chunks);
        drop();
        return isWhole ? unpack(bytes, encoding) : { unknown: 'missing' };
      },
    };
  };
}

function unpack(bytes: Buffer, encoding = 'identity'): RecordedBody {
  const limit = { maxOutputLength: largestBody };
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
