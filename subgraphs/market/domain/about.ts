// Finds the object that the reason of a movement of gold names: the asset that was bought, or the completed quest.
import { idInReason } from '#foundation/domain/reasons.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, Transaction } from '../tables.ts'

/** An asset, or a reference to an object of another service. */
export type Node = ({ __typename: 'Asset' } & Asset) | { __typename: 'Quest'; id: string }

/** The object that a reason names; null if there is none. Everybody may see assets and quests. */
export async function findAbout(
  { loaders }: MarketContext,
  { kind, reason }: Pick<Transaction, 'kind' | 'reason'>,
): Promise<Node | null> {
  // The reasons of adjustments are free text by administrators.
  const id = kind === 'adjustment' ? undefined : idInReason(reason)
  if (id?.startsWith('quest_')) return { __typename: 'Quest', id }
  const asset = id?.startsWith('asset_') ? await loaders.asset.load(id) : undefined
  return asset ? { __typename: 'Asset', ...asset } : null
}
