// What a first start shows: the demo pack of a service, and what people have done with it.
import type { Context } from '#foundation/context.ts'
import { stableId } from '#foundation/ids.ts'
import type { AnySubgraph } from '#foundation/subgraph.ts'
import { applyContent, hasContent, lockContent } from './apply.ts'
import type { ContentFile } from './kind.ts'

/** Adds both in one transaction, unless something of the pack is there; again and again does no harm. */
export async function addDemo(
  subgraph: AnySubgraph,
  files: readonly ContentFile[],
  ctx: Context,
): Promise<void> {
  const { content: kinds, demo } = subgraph
  if (!kinds || files.length === 0) return demo?.(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    const applying = { ...ctx, trx }
    await lockContent(trx)
    if (await hasContent(applying, kinds, files)) return
    const personOf = (username: string) => stableId('identity', username)
    await applyContent(applying, kinds, files, { personOf, prune: false })
    await demo?.({ ...ctx, db: trx, loaders: subgraph.loaders(trx, ctx.now) })
  })
}
