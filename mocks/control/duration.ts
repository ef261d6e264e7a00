import { ControlError } from './control-error.js';

const duration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const secondsOf = [604_800, 86_400, 3600, 60, 1] as const;

/**
 * Parses an ISO 8601 duration, or a number of seconds. Months and years are not supported, since their length
 * varies.
 *
 * @returns milliseconds
 * @throws {ControlError} if the value is neither
 */
export function readDuration(value: unknown): number {
  const seconds = typeof value === 'string' ? secondsIn(value) : value;
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) {
    return Math.round(seconds * 1000);
  }
  throw new ControlError(
    400,
    '`advance` must be an ISO 8601 duration without years and months, such as PT90M or P1D, or a number of seconds.',
  );
}

function secondsIn(text: string): number | null {
  const parts = duration.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return null;
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (secondsOf[index] ?? 0), 0);
}
