/** Returns the elements that match a selector. */
export const all = <T extends HTMLElement>(selector: string, within: ParentNode = document): T[] => [
  ...within.querySelectorAll<T>(selector),
];

/** A part of the page that controls the mock. */
export type Card = NonNullable<ReturnType<typeof cardOf>>;

/** Returns a part of the page; null if this caller must not control the mock. */
export function cardOf(id: string) {
  const [root] = all(`[data-card=${id}]`);
  if (!root) return null;
  const [status] = all('.status', root) as [HTMLElement];
  const show = (text: string, isError: boolean) => {
    status.textContent = text;
    status.classList.toggle('failed', isError);
  };
  return {
    root,
    /** Returns the field or button of a name. */
    field: <T extends HTMLElement = HTMLInputElement>(name: string) => all<T>(`[name=${name}]`, root)[0] as T,
    /** Runs a call, and shows the text that it returns, if any, or its error. */
    async act(run: () => Promise<unknown>) {
      try {
        show(String((await run()) ?? ''), false);
      } catch (error) {
        show(error instanceof Error ? error.message : String(error), true);
      }
    },
  };
}

/** Creates an element with text. */
export function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
