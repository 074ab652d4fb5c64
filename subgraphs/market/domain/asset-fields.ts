// The fields of an asset.
import type { Asset } from '../tables.ts'

export type AssetTexts = Pick<Asset, 'name' | 'description' | 'kind'>
