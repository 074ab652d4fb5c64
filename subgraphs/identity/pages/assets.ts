// The files that pages link to, read once at startup.
import { readFileSync } from 'node:fs'
import { createAsset, type Asset } from '#foundation/http/asset.ts'

const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'account.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  // The stylesheet and scripts load these by a name without a version.
  'rings.svg': 'image/svg+xml',
  'passkey.js': 'text/javascript; charset=utf-8',
  'wallet.js': 'text/javascript; charset=utf-8',
  'password.js': 'text/javascript; charset=utf-8',
  'form-post.js': 'text/javascript; charset=utf-8',
  'door.js': 'text/javascript; charset=utf-8',
} as const

export type AssetName = keyof typeof TYPES

/** All assets, for the handler that serves them. */
export const ASSETS: readonly Asset[] = Object.entries(TYPES).map(([name, type]) => {
  const path = `/assets/${name}`
  return createAsset(path, type, readFileSync(new URL(`assets/${name}`, import.meta.url)))
})

/** The URL of an asset, with its version. */
export function assetUrl(name: AssetName): string {
  const asset = ASSETS.find(({ path }) => path === `/assets/${name}`)
  if (!asset) throw new Error(`No asset ${name}`)
  return asset.url
}
