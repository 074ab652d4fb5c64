// Finds scrolls: the list, one by its id, and those of a person.
import type DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import { NEWEST_FIRST } from '#foundation/database/lists/page-statement.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { createRowLoader } from '#foundation/database/reads/row-loader.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { ScrollContext } from '../context.ts'
import type { Scroll, ScrollTables } from '../tables.ts'
import type { Shown, ShownThen } from './content.ts'
import { findReader, type ScrollCaller, type Reader } from './person.ts'
import { countVisibleScrolls, readableScrolls, visibleScrolls } from './visibility.ts'

const cursorKeyOf = ({ createdAt, id }: Scroll) => ({ at: createdAt, id })

const scrolls = filteredList({
  rows: visibleScrolls,
  filters: {
    author: { is: sql<boolean>`author_id = ${sent('author')}` },
    house: { is: sql<boolean>`house = ${sent('house')}` },
    since: { is: sql<boolean>`created_at >= ${sent('since')}` },
  },
  orders: { ...BY_AGE, title: ['title', 'asc', 'text'] },
  // The longest scroll could exceed the maximum size of a tsvector.
  search: { title: 'title', text: `title || ' ' || author || ' ' || left(content, 10000)` },
})

export async function listScrolls(
  ctx: ScrollContext,
  wanted: ListArguments<'author' | 'house' | 'since', keyof typeof BY_AGE | 'title'>,
): Promise<Connection<Scroll>> {
  const { reader } = await ctx.loaders.visible(ctx)
  const total = () => countVisibleScrolls(ctx.db, reader)
  return scrolls(ctx.db, wanted, { values: { ...reader }, total })
}

/** A scroll; undefined if it does not exist or the caller may not see it. */
export async function findScroll(ctx: ScrollContext, id: string): Promise<Scroll | undefined> {
  const { scroll } = await ctx.loaders.visible(ctx)
  return scroll.load(id)
}

export async function getScroll(ctx: ScrollContext, id: string): Promise<Scroll> {
  const scroll = await findScroll(ctx, id)
  if (!scroll) throw notFound('Scroll', id)
  return scroll
}

/**
 * The content of a scroll that the caller has found. Meanwhile, an edit may have made it private, with a text that is
 * not for the caller. @throws NOT_FOUND if the caller may no longer read the scroll
 */
export async function getContent(ctx: ScrollContext, scroll: Scroll): Promise<string> {
  const found = await ctx.loaders.content.load(scroll.id)
  const isOwn = ctx.viewer?.identityId === scroll.authorId
  if (found && (isOwn || isShownAlike(scroll, found))) return found.content
  const { scroll: readable } = await ctx.loaders.visible(ctx)
  const now = await readable.clear(scroll.id).load(scroll.id)
  if (found && now && isShownAlike(now, found)) return found.content
  throw notFound('Scroll', scroll.id)
}

function isShownAlike(one: Shown, other: ShownThen): boolean {
  return (
    one.visibility === other.visibility &&
    (one.withdrawnAt === null) === (other.withdrawnAt === null) &&
    (one.hiddenAt === null) === (other.hiddenAt === null)
  )
}

/** The scrolls of a person that the caller may see, newest first. */
export async function listScrollsOf(
  ctx: ScrollContext,
  authorId: string,
  page: PageArguments,
): Promise<Connection<Scroll>> {
  const { scrollsOf } = await ctx.loaders.visible(ctx)
  return scrollsOf.load(authorId, page)
}

/** Loaders of what the caller may see. Created on first use, because looking up the reader is a request. */
export function visibleLoaders(db: Kysely<ScrollTables>) {
  let loaders: Promise<ReturnType<typeof loadersFor>> | undefined
  return (caller: ScrollCaller) =>
    (loaders ??= findReader(caller).then((reader) => loadersFor(db, reader)))
}

function loadersFor(db: Kysely<ScrollTables>, reader: Reader) {
  return { reader, scroll: scrollLoader(db, reader), scrollsOf: scrollPages(db, reader) }
}

const byId = once(
  (db: Kysely<ScrollTables>) => (anyId: RawBuilder<string>) =>
    readableScrolls(db).where('id', '=', anyId),
)

function scrollLoader(
  db: Kysely<ScrollTables>,
  reader: Reader,
): DataLoader<string, Scroll | undefined> {
  return createRowLoader(db, byId(db), { values: () => ({ ...reader }) })
}

const ofAuthor = once(
  (db: Kysely<ScrollTables>) => (authorId: RawBuilder<string>) =>
    visibleScrolls(db).where('authorId', '=', authorId),
)

function scrollPages(db: Kysely<ScrollTables>, reader: Reader) {
  const list = ofAuthor(db)
  return createPageLoader(db, list, cursorKeyOf, NEWEST_FIRST, undefined, () => ({ ...reader }))
}
