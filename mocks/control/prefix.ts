/** Where the control plane is; never under the API. */
export const controlPrefix = '/__mock';

export function isControl(path: string): boolean {
  return (
    path.startsWith(controlPrefix) &&
    (path.length === controlPrefix.length || path[controlPrefix.length] === '/')
  );
}
