import type { CommandIo } from '../command.js';
import { packageCommand } from '../output/in-shell.js';
import type { WantedReport } from '../output/reports.js';
import type { VerifyCommandOptions } from './verify-options.js';

/** How to run only what failed or was blocked again. */
export function repeatHint(
  target: string,
  options: VerifyCommandOptions,
  wanted: readonly WantedReport[],
  { stderr }: CommandIo,
): string {
  const file = wanted.find((one) => one.reporter === 'json' && one.file !== undefined)?.file;
  if (file !== undefined) {
    const command = packageCommand('verify', target, ...judgedBy(options), '--last-failed', file);
    return `Run only what failed or was blocked: ${command}\n`;
  }
  // In a log it would only be noise.
  if (!stderr.isTTY) return '';
  return 'To run only what failed or was blocked, add --reporter json=report.json now and --last-failed report.json next time.\n';
}

/** The options that determine what a check needs and whether it passes. API keys are only named. */
function judgedBy(options: VerifyCommandOptions): readonly string[] {
  const { profile, receiverUrl, rate } = options;
  const values = {
    '--operation': options.operation,
    '--tag': options.tag,
    '--path': options.path,
    '--exclude-operation': options.excludeOperation,
    '--exclude-tag': options.excludeTag,
    '--exclude-path': options.excludePath,
    '--profile': profile === 'standard' ? [] : [profile],
    '--data': options.data,
    '--provider-id': options.providerId,
    '--api-keys-from': options.apiKeysFrom,
    '--fixtures': options.fixtures,
    '--waivers': options.waivers,
    '--rate': rate === undefined ? [] : [String(rate)],
    '--receiver-url': receiverUrl,
    '--receiver-port': receiverUrl && String(options.receiverPort),
  };
  const flags = {
    '--allow-missing': options.allowMissing,
    '--allow-repeated-rows': options.allowRepeatedRows,
    '--newest-file-wins': options.newestFileWins,
    '--allow-writes': options.allowWrites,
    '--allow-rate-limit': options.allowRateLimit,
  };
  return [
    ...Object.entries(values).flatMap(([name, value = []]) => [value].flat().flatMap((one) => [name, one])),
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : [])),
  ];
}
