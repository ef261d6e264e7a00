import { createWriteStream } from 'node:fs';
import { suiteVersion } from '../conformance/version.js';

/** Writes an HTTP archive entry by entry, so that none has to be kept. */
export function createHarFile(file: string, onError: (error: Error) => void) {
  const creator = JSON.stringify({ name: 'cloud-cost-contract proxy', version: suiteVersion });
  const stream = createWriteStream(file);
  stream.on('error', onError);
  let separator = '\n';
  stream.write(`{"log":{"version":"1.2","creator":${creator},"entries":[`);
  return {
    add(entry: object): void {
      stream.write(`${separator}${JSON.stringify(entry)}`);
      separator = ',\n';
    },
    end: () => new Promise<void>((resolve) => void stream.end('\n]}}\n').once('close', resolve)),
  };
}
