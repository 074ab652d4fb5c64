// Exports a person's scrolls with every earlier version, and erases them or removes the name.
import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { pagesOf } from '#foundation/database/people/person-rows.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { responsesWith, eraseKeys, exportKeys } from '#foundation/idempotency/erased-keys.ts'
import { eraseFromAudit } from '#foundation/peers/audit-erasure.ts'
import type { Erasure, PersonalData } from '#foundation/service/personal-data.ts'
import type { ScrollContext } from '../context.ts'
import type { ScrollTables } from '../tables.ts'

/** The name shown for an erased author. */
const NOBODY = 'Someone who left'

/** Scrolls are long, so only a few fit in a page. */
const SCROLLS_AT_ONCE = 5

export const personalData: PersonalData<ScrollContext> = {
  async *exportPerson({ db }, identityId) {
    yield* scrolls(db, identityId)
    yield* revisions(db, identityId)
    yield* exportKeys(db, identityId)
  },

  async erasePerson({ db }, erasure) {
    const { identityId } = erasure
    // This comes first, because it finds the responses by the name, which the scrolls lose next.
    await eraseKeys(db, identityId, await responsesAbout(db, identityId))
    while (await db.transaction().execute((trx) => eraseScrolls(trx, erasure)));
    await eraseFromAudit(db, erasure)
    await eraseKeys(db, identityId)
    await eraseEvents(db, erasure)
  },
}

function scrolls(db: Kysely<ScrollTables>, identityId: string) {
  const own = db
    .selectFrom('scrolls')
    .select(['id', 'title', 'content', 'house', 'settlementWeight', 'visibility'])
    .select(sql<string>`coalesce(hidden_author, author)`.as('author'))
    .select(['createdAt', 'editedAt', 'withdrawnAt', 'hiddenAt', 'hiddenReason'])
    .where('authorId', '=', identityId)
  return pagesOf('scrolls', own, { key: ['createdAt', 'id'], atOnce: SCROLLS_AT_ONCE })
}

async function* revisions(db: Kysely<ScrollTables>, identityId: string) {
  const own = db
    .selectFrom('scrolls')
    .select(['id', 'createdAt'])
    .where('authorId', '=', identityId)
  for await (const { rows } of pagesOf('scrolls', own, { key: ['createdAt', 'id'] })) {
    for (const { id } of rows) {
      const earlier = db.selectFrom('scrollRevisions').selectAll().where('scrollId', '=', id)
      yield* pagesOf('revisions', earlier, { key: ['writtenAt', 'id'], atOnce: SCROLLS_AT_ONCE })
    }
  }
}

/** Finds stored responses with a scroll of the person and a name of theirs: other people may share the name. */
async function responsesAbout(db: Kysely<ScrollTables>, identityId: string) {
  const own = db.selectFrom('scrolls').where('authorId', '=', identityId)
  const authors = await own.select(['author', 'hiddenAuthor']).distinct().execute()
  const names = responsesWith(
    ['author'],
    authors.flatMap(({ author, hiddenAuthor }) => [
      author,
      ...(hiddenAuthor ? [hiddenAuthor] : []),
    ]),
  )
  return sql<boolean>`${names} and exists (
    select from scrolls where author_id = ${identityId}
      and (strpos(answer, scrolls.id) > 0 or strpos(outcomes::text, scrolls.id) > 0)
  )`
}

/** Erases a batch of the person's scrolls with their earlier versions. Returns false when none is left. */
async function eraseScrolls(
  trx: Transaction<ScrollTables>,
  { identityId, tombstone, scrolls: choice }: Erasure,
): Promise<boolean> {
  const found = await trx
    .selectFrom('scrolls')
    .select(['id', 'visibility', 'withdrawnAt'])
    .where('authorId', '=', identityId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .execute()
  // Always erased, because nobody else may read these.
  const own = found.filter((row) => row.visibility === 'private' || row.withdrawnAt !== null)
  await trx.deleteFrom('scrollRevisions').where('scrollId', '=', anyOf(found)).execute()
  await trx
    .deleteFrom('scrolls')
    .where('id', '=', anyOf(choice === 'erase' ? found : own))
    .execute()
  const anonymous = { authorId: tombstone, author: NOBODY }
  await trx.updateTable('scrolls').set(anonymous).where('id', '=', anyOf(found)).execute()
  return found.length > 0
}

function anyOf(rows: readonly { id: string }[]) {
  return sql<string>`any(${rows.map(({ id }) => id)})`
}
