import { decodeBody, Undecodable } from '../http/content-coding.js';
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
        return isComplete ? decoded(bytes, encoding) : { unknown: 'missing' };
      },
    };
  };
}

function decoded(bytes: Buffer, encoding: string | undefined): RecordedBody {
  try {
    return { text: decodeBody(bytes, encoding, maxBodyBytes).toString('utf8') };
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    if (error.reason === 'unknown coding') return { unknown: 'encoded' };
    return { unknown: error.reason === 'too large' ? 'missing' : 'truncated' };
  }
}
