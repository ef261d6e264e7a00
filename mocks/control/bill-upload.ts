import type { ChargesInfo } from '../../src/focus/charges-info.js';
import { DuckDbMissingError, FocusError } from '../../src/focus/focus-error.js';
import { bodyLimitBytes, maxUploadBytes } from '../settings/limits.js';
import type { Settings } from '../settings/settings.js';
import type { MockRequest } from '../types.js';
import { ControlError } from './control-error.js';
import { controlPrefix, isAllowed } from './guard.js';

/** The path below the prefix that accepts a bill. */
export const billRoute = 'data';

export type BillUpload = ReturnType<typeof createBillUpload>;

/**
 * Reads bills that callers of the control plane send, and serves them as if the mock had been started with them.
 *
 * @param restart called when the settings contain the bill
 */
export function createBillUpload(settings: Settings, isShared: boolean, restart: () => void) {
  const ending = new AbortController();
  let reading: Promise<unknown> | null = null;

  const read = async (bytes: Uint8Array) => {
    // Imported here, so that the rest runs without Node.
    const { loadBill } = await import('../dataset/bill/load-bill.js');
    const charges = { signal: ending.signal };
    const bill = await loadBill({ paths: [], content: bytes, inventory: null, charges }).catch(
      (error: unknown) => {
        const isForUser = error instanceof FocusError || error instanceof DuckDbMissingError;
        throw isForUser ? new ControlError(400, error.message) : error;
      },
    );
    settings.serve(bill);
    restart();
    return bill.info;
  };

  return {
    /** @throws {ControlError} if it cannot be read or served; the mock then serves what it served before */
    async load(body: Uint8Array | null): Promise<ChargesInfo> {
      if (isShared)
        throw new ControlError(409, 'The state is shared with other servers. Start them with --data.');
      if (settings.engine) throw new ControlError(409, 'A mock with --engine prism serves no bill.');
      if (reading) throw new ControlError(409, 'Another bill is being read. Try again when it is served.');
      if (body === null || body.length === 0) {
        throw new ControlError(400, 'Send a FOCUS export as the body: CSV, gzipped CSV or Parquet.');
      }
      if (body.length > maxUploadBytes) {
        const most = maxUploadBytes / 1024 / 1024;
        throw new ControlError(413, `The bill is larger than ${most} MiB. Start the mock with --data FILE.`);
      }
      const result = read(body);
      reading = result
        .catch(() => undefined)
        .then(() => {
          reading = null;
        });
      return result;
    },
    /** Ends the reading of a bill. Resolves when its temporary file is removed. */
    async end(): Promise<void> {
      ending.abort(new ControlError(409, 'The mock was stopped.'));
      await reading;
    },
  };
}

/** Returns the longest body that a server reads: longer for a bill, but only of a caller that may send one. */
export function bodyLimitOf(
  request: MockRequest,
  { isControlled, controlToken }: Pick<Settings, 'isControlled' | 'controlToken'>,
): number {
  const isBill = isControlled && request.path === `${controlPrefix}/${billRoute}`;
  return isBill && isAllowed(request, controlToken) ? maxUploadBytes : bodyLimitBytes;
}
