import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { isProposedParameter } from '../../contract.js';
import { known } from '../../discovery.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';

/** Reads of one provider, `provider_a` by default. */
const ofOneProvider = ['getCommitmentUtilization', 'getCoverageRates', 'getCommitmentsByService'] as const;

/** Lists of commitments of every provider, and where their rows are. */
const ofEveryProvider = { getCommitmentPortfolio: 'rows', listCommitmentCoverage: 'items' } as const;

const basisOf = (operation: OperationId) =>
  isProposedParameter(operation, 'query:provider') ? ('proposed' as const) : undefined;

/** Returns the numbers in a value, at any depth, in order. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(numbersIn) : [];
}

/** Returns a provider other than the default one; one that has commitments, if any. */
function otherProvider({ found }: Probe): string {
  const withCommitments = known(found.commitments).map(({ provider }) => provider);
  const other = [...withCommitments, ...known(found.providers)].find((provider) => provider !== 'provider_a');
  if (other === undefined) throw new NotApplicable('the target has no second provider');
  return other;
}

async function forProvider(probe: Probe, provider: string): Promise<CompleteExchange> {
  const { plan } = await probe.correctOfAnyKey({ withSameData: true });
  return successOf(probe, withQuery(plan, 'provider', provider));
}

/** Whether a page has all rows of a list; true for a list without pages. */
const isWhole = (data: any, rows: readonly any[]) =>
  data.pagination === undefined || data.pagination?.total_items === rows.length;

/** Returns the services of the active reservations of provider_a in the list. */
function servicesHeld(list: CompleteExchange): Set<string> {
  const held = rowsOf(dataOf(list).items).filter(
    ({ provider, kind, status, service }) =>
      provider === 'provider_a' && kind === 'reserved_instance' && status === 'active' && service,
  );
  return new Set(held.map(({ service }) => service));
}

/** Checks that the reads of commitments are those of the requested provider. */
export const providerFilterChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'commitments.figures-are-of-the-provider',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Utilization, coverage and the grid of another `provider` have other figures.',
    source: 'Commitment read semantics, rule 5; Proposed by this contract: the parameter `provider`',
    operations: ofOneProvider,
    anyKey: true,
    async run(probe) {
      const { exchange: own } = await probe.correct();
      const exchange = await forProvider(probe, otherProvider(probe));
      const [here, there] = [exchange, own].map((one) => numbersIn(dataOf(one)));
      // Whole numbers may be equal by chance.
      if (!there || there.every(Number.isInteger)) {
        throw new NotApplicable('the response for provider_a has no figures to compare');
      }
      if (here?.join() !== there.join()) return;
      fail({
        basis: basisOf(probe.operation.operationId),
        message: '`provider` does not change the figures.',
        expected: 'the figures of the requested provider',
        actual: `the same ${there.length} numbers as without \`provider\``,
        exchange,
      });
    },
  },
  {
    kind: 'active',
    id: 'inventory.rows-are-of-the-provider',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The inventory of a `provider` contains no commitment that the list has for another one.',
    source: 'Commitment reads: inventory, provider: default provider_a',
    operations: ['listCommitmentInventory'],
    requests: 2,
    anyKey: true,
    async run(probe) {
      const provider = otherProvider(probe);
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const inventories = await Promise.all(
        ['ri', 'sp'].map((instrument) =>
          successOf(probe, withQuery(withQuery(plan, 'instrument', instrument), 'provider', provider)),
        ),
      );
      const owners = new Map<string, string[]>();
      for (const { id, provider: owner } of known(probe.found.commitments)) {
        owners.set(id, [...(owners.get(id) ?? []), owner]);
      }
      if (owners.size === 0) throw new NotApplicable('the target has no commitments');
      for (const exchange of inventories) {
        const stray = rowsOf(dataOf(exchange).rows).find(
          ({ id }) => owners.has(id) && !owners.get(id)?.includes(provider),
        );
        if (stray === undefined) continue;
        fail({
          message: `The inventory of provider ${show(provider)} contains a commitment of another provider.`,
          expected: `only commitments of ${provider}`,
          actual: `${show(stray.id)}, of ${owners.get(stray.id)?.join(', ')} in the list`,
          exchange,
        });
      }
    },
  },
  {
    kind: 'active',
    id: 'commitments.provider-selects-its-rows',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The portfolio and the deprecated coverage of a `provider` have the rows that the same read without `provider` has of it.',
    source: 'Proposed by this contract',
    operations: Object.keys(ofEveryProvider) as (keyof typeof ofEveryProvider)[],
    anyKey: true,
    async run(probe) {
      const name = ofEveryProvider[probe.operation.operationId as keyof typeof ofEveryProvider];
      const { exchange: baseline } = await probe.correct();
      const all = rowsOf(dataOf(baseline)[name]);
      if (!isWhole(dataOf(baseline), all)) throw new NotApplicable('the list is on several pages');
      const provider = all.at(-1)?.provider;
      if (typeof provider !== 'string' || all.every((row) => row.provider === provider)) {
        throw new NotApplicable('the read has rows of one provider only');
      }
      const exchange = await forProvider(probe, provider);
      const rows = rowsOf(dataOf(exchange)[name]);
      const expected = all.filter((row) => row.provider === provider).length;
      const stray = rows.find((row) => row.provider !== provider);
      if (stray === undefined && rows.length === expected) return;
      fail({
        message: `\`provider=${provider}\` does not select the rows of the provider.`,
        expected: `${expected} rows of ${provider}`,
        actual: stray ? `a row of ${show(stray.provider)}` : `${rows.length} rows`,
        exchange,
      });
    },
  },
  {
    kind: 'active',
    id: 'coverage.grid-has-every-service-with-a-commitment',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The grid by service has a row for each service with an active reservation in the list.',
    source: 'Commitment reads: by service, one row per service with at least one commitment',
    operations: ['getCommitmentsByService'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const { exchange: list } = await probe.correct('listCommitments');
      const { measured, services } = dataOf(exchange);
      const held = servicesHeld(list);
      const rows = new Set(rowsOf(services).map(({ service }) => service));
      // The service does not state the fields of a row, nor that both reads have the same names.
      if (measured === false || ![...held].some((service) => rows.has(service))) {
        throw new NotApplicable('the grid and the list have no service in common');
      }
      const missing = [...held].find((service) => !rows.has(service));
      if (missing === undefined) return;
      fail({
        message: `The grid has no row for service ${show(missing)}, which has an active reservation in the list.`,
        expected: `a row for each of ${show([...held])}`,
        actual: show([...rows]),
        exchange,
      });
    },
  },
];
