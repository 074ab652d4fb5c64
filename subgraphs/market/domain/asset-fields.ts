// What an asset says, and what may be wrong with it: the same for mutations and for content files.
import { numberIssues, textIssues, titleIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { Asset } from '../tables.ts'

export type AssetTexts = Pick<Asset, 'name' | 'description' | 'kind'>

export const ASSET_BOUNDS = {
  name: { most: 100 },
  description: { most: 2000 },
  kind: /^[a-z][a-z0-9_]{0,31}$/,
  price: { least: 1, most: 1_000_000_000 },
} as const

/** Everything that is wrong with an asset; what is absent is fine. */
export function assetIssues({
  name,
  description,
  kind,
  price,
}: { [Field in keyof AssetTexts]?: string | undefined } & {
  price?: number | null | undefined
}): Issue[] {
  return [
    ...(name === undefined ? [] : titleIssues('name', name, ASSET_BOUNDS.name.most)),
    ...textIssues('description', description, ASSET_BOUNDS.description.most),
    ...(kind === undefined ? [] : kindIssues(kind)),
    ...(price === null || price === undefined ? [] : priceIssues(price)),
  ]
}

export function priceIssues(price: number): Issue[] {
  return numberIssues('price', price, ASSET_BOUNDS.price.least, ASSET_BOUNDS.price.most)
}

function kindIssues(kind: string): Issue[] {
  if (ASSET_BOUNDS.kind.test(kind)) return []
  const reason = 'must begin with a-z and hold at most 32 of a-z, 0-9 and _'
  return [{ field: 'kind', reason }]
}
