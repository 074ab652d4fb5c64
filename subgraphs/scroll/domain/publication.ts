// Publishing: a scroll carries its author's name, house and weight of that moment.
import { requireIdentity } from '#foundation/context.ts'
import { invalidInput, type Issue } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
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
 * Publishes a scroll of the caller's. While Identity is away nothing is stored.
 * @throws VALIDATION_ERROR; NOT_FOUND; INTERNAL_ERROR with `retry`
 */
export async function publishScroll(ctx: ScrollContext, input: NewScroll): Promise<Scroll> {
  const authorId = requireIdentity(ctx)
  checkTexts(input)
  const { title, content, visibility } = input
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
      createdAt: ctx.now(),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** 1, and 1 more for every ten levels of the author. */
function settlementWeight(level: number): number {
  return 1 + Math.floor(level / 10)
}

/** The most characters that a text may have. */
const LONGEST = { title: 200, content: 50_000 } as const

function checkTexts(texts: Record<keyof typeof LONGEST, string>): void {
  const fields = ['title', 'content'] as const
  const [first, ...rest] = fields.flatMap((field): Issue[] => {
    // Characters, as PostgreSQL counts them: an emoji is two units of a JavaScript string.
    const { length } = Array.from(texts[field])
    if (length >= 1 && length <= LONGEST[field]) return []
    return [{ field, reason: `must have 1 to ${LONGEST[field]} characters` }]
  })
  if (first) throw invalidInput([first, ...rest])
}
