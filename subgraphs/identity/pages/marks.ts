// SVG drawings: the logo, the signs of the houses, the level ring. The stylesheet colours them for each theme.
import { html, type Content, type Html } from './html.ts'

/** A square drawing that screen readers skip. */
const drawing = (name: string, size: number, content: Content): Html =>
  html`<svg
    class="${name}"
    viewBox="0 0 ${size} ${size}"
    width="${size}"
    height="${size}"
    aria-hidden="true"
    focusable="false"
  >
    ${content}
  </svg>`

/** The logo: off-centre growth rings, with a quarter of the outermost for each house. */
export const brandMark: Html = drawing(
  'brand-mark',
  32,
  html`<circle class="aether" cx="16" cy="16" r="14" pathLength="8" stroke-dasharray="1.6 6.4" />
    <circle class="ember" cx="16" cy="16" r="14" pathLength="8" stroke-dasharray="0 2 1.6 4.4" />
    <circle class="terra" cx="16" cy="16" r="14" pathLength="8" stroke-dasharray="0 4 1.6 2.4" />
    <circle class="tide" cx="16" cy="16" r="14" pathLength="8" stroke-dasharray="0 6 1.6 0.4" />
    <circle cx="15" cy="17" r="9" />
    <circle cx="14" cy="18" r="4.5" />
    <circle class="pith" cx="13.5" cy="18.5" r="1.25" />`,
)

const SIGNS = new Map([
  ['aether', html`<circle cx="12" cy="12" r="8" /><circle class="pith" cx="12" cy="12" r="1.5" />`],
  ['ember', html`<path d="M12 3.5 21 19.5H3Z" />`],
  ['terra', html`<path d="M4.5 4.5h15v15h-15ZM4.5 12h15" />`],
  [
    'tide',
    html`<path
      d="M2.5 9.5c3.2-4 6.3-4 9.5 0s6.3 4 9.5 0M2.5 16.5c3.2-4 6.3-4 9.5 0s6.3 4 9.5 0"
    />`,
  ],
])

const OTHER_SIGN = html`<path d="M12 3 21 12 12 21 3 12Z" />`

/** The sign of a house; a lozenge for an unknown one. */
export const houseSign = (house: string): Html =>
  drawing('house-sign', 24, SIGNS.get(house.toLowerCase()) ?? OTHER_SIGN)

/** A warning triangle. The text next to it carries the meaning. */
export const warningSign: Html = drawing(
  'warning-sign',
  24,
  html`<path d="M12 3.5 21.5 20h-19ZM12 10v4.5M12 17.2v.3" />`,
)

/** The progress to the next level as a ring, 0 to 100. */
export const levelRing = (percent: number): Html =>
  drawing(
    'level-ring',
    96,
    html`<circle cx="48" cy="48" r="44" />
      <circle
        class="reached"
        cx="48"
        cy="48"
        r="44"
        pathLength="100"
        stroke-dasharray="${percent} 100"
        transform="rotate(-90 48 48)"
      />`,
  )
