import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const program = places.find((place) => existsSync(place));

/**
 * Why tests in a browser cannot run here, to be given to `skip`; null where they can.
 *
 * @throws in CI, where they must run
 */
export function browserMissing(): string | null {
  if (program) return null;
  const advice = 'Chromium is not installed: apt-get install chromium';
  if (process.env.CI) throw new Error(advice);
  return advice;
}

/** A browser that calls nobody but the page it is given. Its profile is new and goes with it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: program ?? '',
    // Chromium refuses its sandbox to root, and containers have nothing else.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
