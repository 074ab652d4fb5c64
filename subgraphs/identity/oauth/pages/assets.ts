// The files that pages link to, read once, and the addresses that change with their content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Asset {
  /** Where pages ask for it, e.g. `/assets/pages.css`. */
  path: string
  type: string
  body: Buffer
  /** Of the body. What is asked for as `?v=<version>` may be kept forever, all else must not be. */
  version: string
}

const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'account.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  // Asked for by the stylesheet, as the last one by the scripts: by a name without a version.
  'rings.svg': 'image/svg+xml',
  'passkey.js': 'text/javascript; charset=utf-8',
  'wallet.js': 'text/javascript; charset=utf-8',
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
