// The demo data of a first start: a service's demo pack, and actions of demo people.
import { applyContent, hasContent, lockContent } from '#foundation/content/apply.ts'
import type { ContentFile } from '#foundation/content/kind.ts'
import { stableId } from '#foundation/domain/ids.ts'
import type { Context } from '#foundation/service/context.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

/** Adds the demo data in one transaction, unless an item of the pack exists. Safe to call repeatedly. */
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
    if (await hasContent(applying, kinds, files, demoPerson)) return
    await applyContent(applying, kinds, files, { personOf: demoPerson, prune: false })
    await demo?.({ ...ctx, db: trx, loaders: subgraph.loaders({ db: trx, now: ctx.now }) })
  })
}

function demoPerson(username: string): string {
  return stableId('identity', username)
}
