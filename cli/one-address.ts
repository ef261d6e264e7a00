import { UsageError } from './command.js';

/**
 * @param positionals what stands on the command line beside the options
 * @throws {UsageError} unless it is the address of one server
 */
export function oneAddress([address, ...rest]: readonly string[]): string {
  if (address === undefined || rest.length > 0) {
    throw new UsageError('Give the address of one server, such as http://127.0.0.1:4010.');
  }
  return address;
}
