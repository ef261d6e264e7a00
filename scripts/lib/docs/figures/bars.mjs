// @ts-check
import { html } from '../html.mjs';

/**
 * Horizontal stacked bars with a label at the left and a value at the right of each. A part of the
 * kind `blank` leaves room.
 *
 * @param {object} chart
 * @param {string} chart.title what a screen reader says instead of the picture
 * @param {{ label: string, value: string, parts: { kind: string, amount: number }[] }[]} chart.rows
 * @param {{ kind: string, label: string }[]} chart.legend
 * @param {number} chart.most the amount that fills the width
 * @param {import('../html.mjs').Html} chart.caption
 */
export function bars({ title, rows, legend, most, caption }) {
  // Text cannot be measured here; a long label goes above its bar, so that it is read on a phone, too.
  const longest = Math.max(...rows.map(({ label }) => label.length));
  const isAbove = longest > 20;
  const [start, barLength, valueWidth, rowHeight] = [
    isAbove ? 0 : 14 + 7.4 * longest,
    220,
    66,
    isAbove ? 46 : 30,
  ];
  const [width, height] = [Math.ceil(start) + barLength + valueWidth, rows.length * rowHeight];
  return html`<figure>
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
${rows.map(({ label, value, parts }, index) => {
  const top = index * rowHeight + (isAbove ? 20 : 6);
  let x = start;
  return html`${isAbove ? html`<text x="0" y="${top - 6}">${label}</text>` : html`<text x="${round(start) - 8}" y="${top + 14}" text-anchor="end">${label}</text>`}${parts.map(
    ({ kind, amount }) => {
      const length = (amount / most) * barLength;
      const part =
        kind !== 'blank' &&
        html`<rect class="part-${kind}" x="${round(x)}" y="${top}" width="${round(length)}" height="18"/>`;
      x += length;
      return part;
    },
  )}<text x="${round(x) + 6}" y="${top + 14}">${value}</text>
`;
})}</svg>
${legend.length > 0 && html`<p class="legend">${legend.map(({ kind, label }) => html`<span><span class="swatch part-${kind}"></span> ${label}</span> `)}</p>`}
${caption.text && html`<figcaption>${caption}</figcaption>`}
</figure>
`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {number} amount in dollars */
export function dollars(amount) {
  return `$${Math.round(amount).toLocaleString('en-US')}`;
}

/** @param {number} amount in hours */
export function hours(amount) {
  return `${Math.round(amount).toLocaleString('en-US')} h`;
}
