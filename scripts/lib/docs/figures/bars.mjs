// @ts-check
import { html } from '../html.mjs';

/**
 * Horizontal stacked bars with a label at the left and a value at the right of each.
 *
 * @param {object} chart
 * @param {string} chart.title what a screen reader says instead of the picture
 * @param {{ label: string, value: string, parts: { kind: string, amount: number }[] }[]} chart.rows
 * @param {{ kind: string, label: string }[]} chart.legend
 * @param {number} chart.most the amount that fills the width
 * @param {import('../html.mjs').Html} chart.caption
 */
export function bars({ title, rows, legend, most, caption }) {
  const [labelWidth, barWidth, valueWidth, rowHeight] = [148, 225, 65, 30];
  const width = labelWidth + barWidth + valueWidth;
  const height = rows.length * rowHeight;
  return html`<figure>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
${rows.map(({ label, value, parts }, index) => {
  const y = index * rowHeight;
  let x = labelWidth;
  return html`<text x="${labelWidth - 8}" y="${y + 20}" text-anchor="end">${label}</text>${parts.map(
    ({ kind, amount }) => {
      const length = round((amount / most) * barWidth);
      const part = html`<rect class="part-${kind}" x="${round(x)}" y="${y + 5}" width="${length}" height="20"/>`;
      x += length;
      return part;
    },
  )}<text x="${round(x) + 6}" y="${y + 20}">${value}</text>
`;
})}</svg>
<p class="legend">${legend.map(({ kind, label }) => html`<span><span class="swatch swatch-${kind}"></span> ${label}</span> `)}</p>
<figcaption>${caption}</figcaption>
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
