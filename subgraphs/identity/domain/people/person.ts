// People: administrators can disable them and change their house.
import type { Transaction } from '#foundation/database/database.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import { recordChange, type Administration } from '../administration/administrator.ts'
import { endAllAccess } from '../sessions/session-end.ts'
import { refuseSystemIdentity } from '../administration/system-identity.ts'

/**
 * Disables a person: they cannot sign in, and all their grants are revoked. Disabling again changes
 * nothing. @throws NOT_FOUND, SYSTEM_IDENTITY
 */
export function disableIdentity(ctx: Administration, id: string): Promise<Identity> {
  return ctx.db.transaction().execute((trx) => disablePerson(ctx, trx, id, {}))
}

/** Disables a person within a larger transaction. */
export async function disablePerson(
  ctx: Administration,
  trx: Transaction<IdentityTables>,
  id: string,
  details: { reason?: string },
): Promise<Identity> {
  const person = await lockPerson(trx, id)
  refuseSystemIdentity(person)
  if (person.disabledAt) return person
  const disabled = await trx
    .updateTable('identities')
    .set({ disabledAt: ctx.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await endAllAccess(trx, ctx.now(), id, 'identity_disabled')
  await recordChange(ctx, trx, { kind: 'identity_disabled', identityId: id, details })
  return disabled
}

/** Moves a person to another house. Does nothing for the same house. @throws NOT_FOUND, SYSTEM_IDENTITY */
export function changeHouse(
  ctx: Administration,
  { id, house }: { id: string; house: string },
): Promise<Identity> {
  return ctx.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id)
    refuseSystemIdentity(person)
    if (person.house === house) return person
    await trx.updateTable('identities').set({ house }).where('id', '=', id).execute()
    const details = { house, before: person.house }
    await recordChange(ctx, trx, { kind: 'house_changed', identityId: id, details })
    return { ...person, house }
  })
}

/** Serializes changes of a person. @throws NOT_FOUND, also for somebody who left */
export async function lockPerson(trx: Transaction<IdentityTables>, id: string): Promise<Identity> {
  const identity = await trx
    .selectFrom('identities')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!identity || identity.leftAt) throw notFound('Identity', id)
  return identity
}

/**
 * Serializes changes of a person and of rows that refer to them, such as sessions and mail that is being
 * composed. Call it first in the transaction, as they lock in this order.
 */
export async function lockPersonForUpdate(
  trx: Transaction<IdentityTables>,
  id: string,
): Promise<void> {
  await trx.selectFrom('identities').select('id').where('id', '=', id).forUpdate().execute()
}
