import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { suiteVersion } from '../../conformance/suite/version.js';

/** Writes an HTTP archive entry by entry, so that memory use does not grow with it. */
export class HarFile {
  readonly #stream;
  readonly #failure: Promise<Error | undefined>;
  #separator = '\n';

  constructor(readonly path: string) {
    this.#stream = createWriteStream(path);
    this.#failure = finished(this.#stream).then(
      () => undefined,
      (error: Error) => error,
    );
    const creator = JSON.stringify({ name: 'cloud-cost-contract proxy', version: suiteVersion });
    this.#stream.write(`{"log":{"version":"1.2","creator":${creator},"entries":[`);
  }

  add(entry: object): void {
    if (this.#stream.destroyed) return;
    this.#stream.write(`${this.#separator}${JSON.stringify(entry)}`);
    this.#separator = ',\n';
  }

  /** @returns the error that left the archive incomplete, if any */
  end(): Promise<Error | undefined> {
    this.#stream.end('\n]}}\n');
    return this.#failure;
  }
}
