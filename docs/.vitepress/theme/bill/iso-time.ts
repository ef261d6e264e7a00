const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(\.\d+)?)?(Z| UTC| utc|[+-]\d\d(?::?\d\d)?)?)?$/;
const firstYear = 1970;
const lastYear = 2199;

/**
 * Returns a time of a bill in ISO 8601 and UTC; an empty text if it is not one. Without a zone, a time is UTC.
 *
 * `Date.parse` alone would read 01/06/2026 as 6 January, in the zone of the reader.
 */
export function isoTime(text: string): string {
  const [, day = '', minute = '00:00', second = ':00', fraction = '', zone = 'Z'] = form.exec(text) ?? [];
  // Some browsers read 2026-02-30 as 2 March.
  if (!isDay(day)) return '';
  const time = new Date(`${day}T${minute}${second}${fraction.slice(0, 4)}${isoZone(zone)}`);
  const year = time.getUTCFullYear();
  return year >= firstYear && year <= lastYear ? time.toISOString() : '';
}

function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
}

/** With a colon, as `Date.parse` requires. */
function isoZone(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
