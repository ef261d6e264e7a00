import { styleText } from 'node:util';

const styles = ['red', 'yellow', 'green', 'dim', 'bold'] as const;

/** Styles a text for a terminal. */
export type Paint = Readonly<Record<(typeof styles)[number], (text: string) => string>>;

export function painter(colour: boolean): Paint {
  const paint = (style: (typeof styles)[number]) => (text: string) =>
    // The caller has already checked the stream and NO_COLOR.
    colour ? styleText(style, text, { validateStream: false }) : text;
  return Object.fromEntries(styles.map((style) => [style, paint(style)])) as unknown as Paint;
}
