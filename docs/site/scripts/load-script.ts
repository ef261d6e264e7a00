const loaded = new Map<string, Promise<void>>();

/** Loads a classic script once, which also works where the page was opened from a disk. */
export function loadScript(address: string): Promise<void> {
  const known = loaded.get(address);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loaded.delete(address);
      reject(new Error(`${address} cannot be loaded.`));
    });
    document.head.append(script);
  });
  loaded.set(address, loading);
  return loading;
}
