import { count } from '../count.js';
import type { LeftBehind } from './created-endpoints.js';

/** Most characters of a list, since the ids come from the server. */
const longestList = 5000;

/** Describes what a run leaves on the server, with the commands that remove it. Empty if there is nothing. */
export function describeLeft({ endpoints, irremovable, withoutId, writesInFlight }: LeftBehind): string[] {
  const created = count(endpoints.length, 'endpoint');
  const isOne = endpoints.length === 1;
  return [
    ...(endpoints.length === 0
      ? []
      : irremovable === null
        ? [
            `This run created ${created} that it did not remove. To remove: ${listed(
              endpoints.map(({ command }) => command),
              '; ',
            )}`,
          ]
        : [
            `This run created ${created} that ${isOne ? 'remains' : 'remain'} on the server, because ${irremovable.operation} is not implemented (DELETE returned ${irremovable.status}): ${listed(
              endpoints.map(({ id }) => id),
              ', ',
            )}.`,
          ]),
    ...(withoutId > 0
      ? [
          `This run created ${count(withoutId, 'endpoint')} that it cannot remove, because the response has no id.`,
        ]
      : []),
    ...(writesInFlight > 0
      ? [`${count(writesInFlight, 'write')} got no response and may have created an endpoint.`]
      : []),
  ];
}

/** Joins whole items: a part of a command would be another command. */
function listed(items: readonly string[], separator: string): string {
  let length = 0;
  const fitting = items.findIndex((item) => {
    length += item.length + separator.length;
    return length > longestList;
  });
  if (fitting < 0) return items.join(separator);
  return `${items.slice(0, fitting).join(separator)} … and ${items.length - fitting} more`;
}
