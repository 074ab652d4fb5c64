// The HTML document around every page.
import { assetUrl, type AssetName } from './assets.ts'
import { html, type Content, type Html } from './html.ts'
import { brandMark } from './marks.ts'

interface Page {
  title: string
  /** The first heading; the title by default, and null if `main` contains it. */
  heading?: Content | null
  /** The first paragraph. */
  lead?: Content
  main: Content
  /** Whether a form was refused, which the title begins with. */
  isRefused?: boolean
  /** `gate` is one narrow column before the rings; `account` has the width of the window. */
  shape?: 'gate' | 'account'
  /** The house whose colours the page has. */
  house?: string
  /** The value of the header `Referrer-Policy`, which the page repeats in a `meta` element. */
  referrer?: 'no-referrer' | 'origin'
  /** Stylesheets and scripts of this page only. */
  styles?: readonly AssetName[]
  scripts?: readonly AssetName[]
  /** Content at the end of the page header. */
  aside?: Content
}

/** Renders the whole document. */
export function page({
  title,
  heading = title,
  lead,
  main,
  isRefused = false,
  shape = 'gate',
  house = '',
  referrer = 'no-referrer',
  styles = [],
  scripts = [],
  aside = '',
}: Page): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${isRefused ? 'Error: ' : ''}${title} · Ecosystem</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="${referrer}" />
        <link rel="icon" type="image/svg+xml" href="${assetUrl('icon.svg')}" />
        ${['pages.css' as const, ...styles].map(stylesheet)}
        ${scripts.map((name) => html`<script type="module" src="${assetUrl(name)}"></script>`)}
      </head>
      <body class="${shape}" data-house="${house.toLowerCase()}">
        <a class="skip" href="#main">Skip to the content</a>
        <div class="rings" aria-hidden="true"></div>
        <header>
          <p class="brand">${brandMark} Ecosystem</p>
          ${aside}
        </header>
        <main id="main" tabindex="-1">
          ${heading === null ? '' : html`<h1>${heading}</h1>`}
          ${lead === undefined ? '' : html`<p class="lead">${lead}</p>`} ${main}
        </main>
        <footer><p>One identity for every service of the ecosystem.</p></footer>
      </body>
    </html>`
  return document.toString()
}

const stylesheet = (name: AssetName): Html =>
  html`<link rel="stylesheet" href="${assetUrl(name)}" />`
