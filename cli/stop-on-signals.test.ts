import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopOnSignals } from './stop-on-signals.js';

test.each(['SIGINT', 'SIGTERM'])('%s stops the command, and leaves the next signal to the system', (name) => {
  const program = new EventEmitter();
  const signal = stopOnSignals(program);
  expect(signal.aborted).toBe(false);
  program.emit(name, name);
  expect([signal.aborted, signal.reason]).toEqual([true, name]);
  expect([program.listenerCount('SIGINT'), program.listenerCount('SIGTERM')]).toEqual([0, 0]);
});
