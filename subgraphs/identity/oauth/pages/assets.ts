// The files that pages link to, read once, and the addresses that change with their content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Asset {
  /** Where pages ask for it, e.g. `/assets/pages.css`. */
  path: string
  type: string
  body: Buffer
  /** Of the body: asked for as `?v=<version>`, the answer may be kept forever. */
  version: string
}

const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'rings.svg': 'image/svg+xml',
  'passkey.js': 'text/javascript; charset=utf-8',
  'wallet.js': 'text/javascript; charset=utf-8',
  // The other scripts import it, by a name without a version: to be asked for anew each time.
  'door.js': 'text/javascript; charset=utf-8',
} as const

export type AssetName = keyof typeof TYPES

/** All of them, for the handler that serves them. */
export const ASSETS: readonly Asset[] = Object.entries(TYPES).map(([name, type]) => {
  const body = readFileSync(new URL(`assets/${name}`, import.meta.url))
  const version = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { path: `/assets/${name}`, type, body, version }
})

/** The address of an asset, with its version. */
export function assetUrl(name: AssetName): string {
  const asset = ASSETS.find(({ path }) => path === `/assets/${name}`)
  if (!asset) throw new Error(`No asset ${name}`)
  return `${asset.path}?v=${asset.version}`
}
