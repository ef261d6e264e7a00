import type { Api } from '../../../conformance/engine/api.js';
import { remember } from '../../../conformance/engine/run/baselines.js';
import { api } from '../../../conformance/suite/api.js';
import { KnownBill } from '../../../conformance/suite/figures/known-bill.js';
import { openBill } from '../../../conformance/suite/figures/open-bill.js';

/**
 * The suite with a bill that all runs share: it is opened once, and each statement runs once. That takes most of the time of a
 * run, and depends on no server.
 *
 * @param triesShort whether short statements are tried for the report, each of which reads the files again
 */
export function suiteWithBill(data: readonly string[], triesShort = false): Api {
  const opened = openBill({ data });
  const results = new Map<string, Promise<Record<string, unknown>[]>>();
  return {
    ...api,
    openReference: async () => {
      const { reader, about, contracts } = await opened;
      const shared = {
        ...reader,
        all: (sql: string) => remember(results, sql, () => reader.all(sql)),
        close: () => undefined,
      };
      return new KnownBill(triesShort ? shared : { ...shared, shortOf: () => null }, about, contracts);
    },
  };
}
