import { hoursPerDay, monthOf, startOfDay } from '../../../mocks/dataset/calendar.js';
import type { BilledCommitment, BillLine, BillTables } from '../../../src/focus/tables/tables.js';

const lastDay = Date.UTC(2026, 5, 30) / 86_400_000;
const services = 40;
const accounts = 60;
const commitments = 300;

/** A bill of two providers with a number of charges on every day. A sixth of them belong to commitments. */
export function largeTables(charges: number, days: number): BillTables {
  const firstDay = lastDay - days + 1;
  const lines: BillLine[] = [];
  const entries = charges * days;
  const line = new Int32Array(entries);
  const day = new Int32Array(entries);
  const column = () => new Float64Array(entries);
  const [billed, effective, list, contracted, quantity] = [column(), column(), column(), column(), column()];
  const unpriced = column();
  let i = 0;
  for (let charge = 0; charge < charges; charge++) {
    let month = -1;
    for (let at = firstDay; at <= lastDay; at++) {
      if (monthOf(at) !== month) {
        month = monthOf(at);
        lines.push(lineOf(charge, month));
      }
      const amount = 1_000_000 + ((charge * 7919 + at * 104_729) % 5_000_000);
      line[i] = lines.length - 1;
      day[i] = at;
      billed[i] = amount;
      effective[i] = amount;
      list[i] = amount * 1.2;
      contracted[i] = amount * 1.1;
      quantity[i] = charge % 6 === 0 ? 24 : Number.NaN;
      i++;
    }
  }
  return {
    currency: 'USD',
    firstDay,
    lastDay,
    end: startOfDay(lastDay + 1),
    providers: ['a', 'b'].map((letter) => ({
      id: `provider_${letter}`,
      name: `Provider ${letter.toUpperCase()}`,
      hasListPrices: true,
    })),
    accounts: Array.from({ length: accounts }, (_, a) => ({
      id: accountOf(a),
      name: `account ${a}`,
      provider: a % 4 === 3 ? 'provider_b' : 'provider_a',
    })),
    commitments: Array.from({ length: commitments }, (_, c) => commitmentOf(c)),
    lines,
    days: { line, day, billed, effective, list, contracted, quantity, unpriced },
    hours: hoursOf(lines),
  };
}

const accountOf = (charge: number) => String(100_000_000_000 + (charge % accounts));

function commitmentOf(c: number): BilledCommitment {
  return {
    id: `commitment-${c}`,
    provider: 'provider_a',
    name: null,
    category: c % 2 === 0 ? 'Usage' : 'Spend',
    type: `type ${c % 3}`,
    unit: 'Hours',
    billingAccount: 'payer',
    term: null,
    longPeriods: [],
  };
}

function lineOf(charge: number, invoiceMonth: number): BillLine {
  const isCommitted = charge % 6 === 0 && charge % 4 !== 3;
  return {
    provider: charge % 4 === 3 ? 'provider_b' : 'provider_a',
    account: accountOf(charge),
    service: `Service ${charge % services}`,
    region: `region-${charge % 7}`,
    category: 'Usage',
    frequency: 'Usage-Based',
    isCorrection: false,
    isMarketplace: charge % 100 === 99,
    usageType: `usage-${charge}`,
    platform: charge % 3 === 0 ? 'Linux' : null,
    tags: { team: `team ${charge % 50}`, env: charge % 2 === 0 ? 'production' : 'test' },
    commitment: isCommitted ? `commitment-${((charge / 6) % commitments) | 0}` : null,
    status: isCommitted ? (charge % 5 === 0 ? 'Unused' : 'Used') : null,
    invoiceMonth,
  };
}

/** Thirty days of hours for the on-demand lines of the last month. */
function hoursOf(lines: readonly BillLine[]): BillTables['hours'] {
  const last = monthOf(lastDay);
  const own = lines.flatMap(({ invoiceMonth, commitment }, l) =>
    invoiceMonth === last && commitment === null && l % 8 === 0 ? [l] : [],
  );
  const perLine = 30 * hoursPerDay;
  const line = new Int32Array(own.length * perLine);
  const hour = new Int32Array(own.length * perLine);
  const list = new Float64Array(own.length * perLine);
  own.forEach((l, at) => {
    for (let h = 0; h < perLine; h++) {
      line[at * perLine + h] = l;
      hour[at * perLine + h] = (lastDay - 29) * hoursPerDay + h;
      list[at * perLine + h] = 50_000;
    }
  });
  return { line, hour, list };
}
