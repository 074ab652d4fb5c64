// The history of a person's xp: grants of services, corrections, and the balance from before the history began.
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import { createPageLoader } from '#foundation/database/lists/pagination.ts'
import { stableId } from '#foundation/domain/ids.ts'
import { idInReason } from '#foundation/domain/reasons.ts'
import type { IdentityTables, XpGrantRow } from '../../tables.ts'
import type { Node } from '../nodes/node.ts'

export type XpChange = XpGrantRow

const ofPerson = once(
  (db: Kysely<IdentityTables>) => (identityId: RawBuilder<string>) =>
    db.selectFrom('xpGrants').selectAll().where('identityId', '=', identityId),
)

export function xpHistoryPages(db: Kysely<IdentityTables>) {
  return createPageLoader(db, ofPerson(db), ({ grantedAt, key }) => ({ at: grantedAt, id: key }), {
    column: 'granted_at',
    id: 'key',
    direction: 'desc',
  })
}

/** The kind of a change, by the prefix of its key. Services use the id of the reason, with a prefix of their own. */
export function xpChangeKind({ key }: XpChange): 'grant' | 'adjustment' | 'opening' {
  if (key.startsWith('adjustment:')) return 'adjustment'
  return key.startsWith('opening:') ? 'opening' : 'grant'
}

/** A reference to the object that a change is about. Quests are visible to everybody. */
export function findAbout(change: XpChange): Node | null {
  // Reasons of adjustments are free text.
  const id = xpChangeKind(change) === 'grant' ? idInReason(change.reason) : undefined
  return id?.startsWith('quest_') ? { __typename: 'Quest', id } : null
}

/** The id of a change. Its key is only for services and administrators. */
export function xpChangeId({ key }: XpChange): string {
  return stableId('xpchange', key)
}
