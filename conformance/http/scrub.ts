/** A short key may stand in a text by chance; only a long one proves a leak. */
const tellingLength = 12;

/** Takes API keys out of texts. */
export function createScrubber(keys: readonly string[]) {
  const patterns = keys.map((key) => ({
    pattern: new RegExp(`(?<![A-Za-z0-9_])${key.replace(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9_])`, 'g'),
    tells: key.length >= tellingLength,
  }));
  return (text: string): { text: string; found: boolean } => {
    let found = false;
    let clean = text;
    for (const { pattern, tells } of patterns) {
      const next = clean.replace(pattern, '[redacted]');
      if (next !== clean && tells) found = true;
      clean = next;
    }
    return { text: clean, found };
  };
}
