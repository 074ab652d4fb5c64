// Publishes scrolls; each stores its author's name, house and weight at that time.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { ScrollContext } from '../context.ts'
import type { Scroll, ScrollVisibility } from '../tables.ts'
import { getAuthor } from './person.ts'
import { COLUMNS } from './visibility.ts'

interface NewScroll {
  title: string
  content: string
  visibility?: ScrollVisibility | null | undefined
}

/**
 * Publishes a scroll by the caller. While Identity is down, nothing is stored.
 * @throws NOT_FOUND; INTERNAL_ERROR with `retry`
 */
export async function publishScroll(ctx: ScrollContext, input: NewScroll): Promise<Scroll> {
  const authorId = requireIdentity(ctx)
  const { title, content, visibility } = input
  // Read before the name: if an administrator hides the name meanwhile, the scroll counts as published before.
  const createdAt = ctx.now()
  const { displayName, house, level } = await getAuthor(ctx, authorId)
  return ctx.db
    .insertInto('scrolls')
    .values({
      id: newId('scroll'),
      title,
      content,
      authorId,
      author: displayName,
      house,
      settlementWeight: settlementWeight(level),
      visibility: visibility ?? 'public',
      createdAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** The weight: 1, plus 1 for every ten levels of the author. */
function settlementWeight(level: number): number {
  return 1 + Math.floor(level / 10)
}
