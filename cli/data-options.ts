import { CannotStart } from '../conformance/engine/cannot-start.js';
import type { MockOptions } from '../mocks/create-mock.js';
import { closedDayOf } from '../mocks/dataset/bill/start-of-clock.js';
import { dayOf, isoMonth, monthOf } from '../mocks/dataset/calendar.js';
import { defined } from '../src/defined.js';
import type { ChargesInfo } from '../src/focus/charges-info.js';
import { DuckDbMissingError, FocusError, listed } from '../src/focus/focus-error.js';
import { printable } from '../src/text/printable.js';
import { type CommandIo, UsageError } from './command.js';

/** Options of commands that read billing data. */
export interface DataOptions {
  readonly data?: readonly string[];
  readonly inventory?: string;
  readonly providerId?: readonly string[];
  readonly allowRepeatedRows?: boolean;
  readonly newestFileWins?: boolean;
}

/** @throws {UsageError} if an option is invalid, or has no effect without --data */
export function dataOptions(
  options: DataOptions,
  io: CommandIo,
): Pick<
  MockOptions,
  'data' | 'inventory' | 'providerIds' | 'allowRepeatedRows' | 'newestFileWins' | 'onProgress' | 'signal'
> {
  const { data, inventory, providerId, allowRepeatedRows, newestFileWins } = options;
  if (data === undefined) {
    const alone = Object.entries({
      '--inventory': inventory,
      '--provider-id': providerId,
      '--allow-repeated-rows': allowRepeatedRows,
      '--newest-file-wins': newestFileWins,
    }).find(([, value]) => value !== undefined);
    if (alone) throw new UsageError(`${alone[0]} requires --data.`);
    return {};
  }
  return defined({
    data,
    inventory,
    providerIds: providerId && Object.fromEntries(providerId.map(providerIdOf)),
    allowRepeatedRows,
    newestFileWins,
    // A signal must not leave temporary files.
    signal: io.signal,
    onProgress: progressTo(io.stderr),
  });
}

/** Returns a function that prints a percentage when it has changed. */
function progressTo(stderr: CommandIo['stderr']): (share: number) => void {
  let last = '';
  return (share) => {
    const line = `Reading data: ${Math.floor(share * 100)} %\n`;
    if (line !== last) stderr.write(line);
    last = line;
  };
}

function providerIdOf(text: string): readonly [string, string] {
  const [, name = '', id = ''] = /^(.+)=([a-z0-9_-]{1,64})$/s.exec(text) ?? [];
  if (name !== '') return [name, id];
  throw new UsageError(`--provider-id ${text} is not NAME=ID. Give one such as 'Provider B=provider_b'.`);
}

/** Returns an error about the data as one for the user, without line breaks of names in the data. */
export function withoutDataError(error: unknown): unknown {
  const isOfData = error instanceof FocusError || error instanceof DuckDbMissingError;
  return isOfData ? new CannotStart(printable(error.message)) : error;
}

/** Describes what was read, and the time of the clock, which is that of the data. */
export function dataSummary(info: ChargesInfo, now: number): string {
  const { files, rows, versions, period, currency, providers, notes } = info;
  return [
    `Data: ${count(rows, 'row')} of ${count(files.length, 'file')}, FOCUS ${versions.join(' and ')}, in ${currency}`,
    ...info.otherDatasets.map(otherDataset),
    `Period: ${period.start} to ${period.end}`,
    ...providers.map(({ name, id, rows: own }) => `Provider: ${name} as ${id}, ${count(own, 'row')}`),
    `Contents: ${count(info.accounts, 'account')}, ${count(info.services, 'service')}, ${count(info.commitments, 'commitment')}`,
    `Clock: ${new Date(now).toISOString().slice(0, 19)}Z; --now sets another time`,
    ...[...notes, ...noteOfClock(period, now)].map((note) => `Note: ${note}`),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function otherDataset({ name, version, files, rows }: ChargesInfo['otherDatasets'][number]): string {
  return rows === null
    ? `Not used: ${name}, FOCUS ${version}, ${listed(files, 3)}`
    : `${name}: ${count(rows, 'row')} of ${listed(files, 3)}, FOCUS ${version}`;
}

/** Notes a clock at which the figures of the default periods are empty. */
function noteOfClock({ start, end }: ChargesInfo['period'], now: number): readonly string[] {
  const today = dayOf(now);
  if (today <= dayOf(Date.parse(start)) && today !== closedDayOf({ end: Date.parse(end) })) {
    return ['The clock is before the end of the first day of the data, so there are no figures yet.'];
  }
  const lastMonth = monthOf(dayOf(Date.parse(end) - 1));
  return monthOf(today) - lastMonth < 2
    ? []
    : [
        `The data end in ${isoMonth(lastMonth)}, so figures of the month of the clock and of the month before it are empty.`,
      ];
}

function count(value: number, noun: string): string {
  return `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`;
}
