// Xp: grants of other services and corrections by administrators. Each has a key and counts once.
import { requireViewer } from '#foundation/auth/caller.ts'
import { brokenConstraint, type Transaction } from '#foundation/database/database.ts'
import { balanceTooHigh, MAX_INT } from '#foundation/domain/bounds.ts'
import { invalidInput, notFound, refused } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables, XpGrantRow } from '../../tables.ts'
import { recordChange } from '../administration/administrator.ts'
import { refuseSystemIdentity } from '../administration/system-identity.ts'

export interface XpGrant {
  xp: number
  level: number
}

export interface XpAdjustment extends XpGrant {
  identity: Identity
}

interface NewGrant {
  key: string
  identityId: string
  amount: number
  /** The reason as the person's history shows it. */
  reason?: string | null | undefined
}

/** Adds xp once per key. A repeated call returns the same result. @throws NOT_FOUND, VALIDATION_ERROR */
export async function grantXp({ db, now }: IdentityContext, input: NewGrant): Promise<XpGrant> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, input.identityId)
    const granted = await findGrant(trx, input.key)
    if (granted) return { xp: granted.xpAfter, level: granted.levelAfter }
    // The person has left, so nobody gets the xp.
    if (person.leftAt) return { xp: person.xp, level: person.level }
    const { xp, level } = await addXp(trx, person, input, now())
    return { xp, level }
  })
}

interface NewAdjustment extends NewGrant {
  reason: string
}

/**
 * Corrects a person's xp and level once per key. A repeated call returns the same result. @throws NOT_FOUND,
 * VALIDATION_ERROR, INSUFFICIENT_XP
 */
export async function adjustXp(ctx: IdentityContext, input: NewAdjustment): Promise<XpAdjustment> {
  const { identityId, amount, reason } = input
  // The prefix keeps these apart from the keys of services.
  const grant = { ...input, key: `adjustment:${input.key}` }
  return ctx.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, identityId)
    if (person.leftAt) throw notFound('Identity', identityId)
    const before = await findGrant(trx, grant.key)
    if (before) {
      requireSame(before, grant)
      return { xp: before.xpAfter, level: before.levelAfter, identity: person }
    }
    const identity = await addXp(trx, person, grant, ctx.now())
    const { clientId } = requireViewer(ctx)
    const details = { amount, reason }
    await recordChange(ctx, trx, { kind: 'xp_adjusted', identityId, clientId, details })
    return { xp: identity.xp, level: identity.level, identity }
  })
}

/** Serializes the grants of one person, so that a key is looked up and used once. */
async function lockPerson(trx: Transaction<IdentityTables>, id: string): Promise<Identity> {
  const person = await trx
    .selectFrom('identities')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Identity', id))
  refuseSystemIdentity(person)
  return person
}

function findGrant(trx: Transaction<IdentityTables>, key: string): Promise<XpGrantRow | undefined> {
  return trx.selectFrom('xpGrants').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Rejects a key that was used for another change. @throws VALIDATION_ERROR */
function requireSame(before: XpGrantRow, { identityId, amount, reason }: NewAdjustment): void {
  const isSame =
    before.identityId === identityId && before.amount === amount && before.reason === reason
  if (!isSame) throw usedKey('adjustment')
}

function usedKey(by: 'adjustment' | 'grant'): Error {
  return invalidInput([{ field: 'key', reason: `has been used for another ${by}` }])
}

/** Adds the grant to the person's xp. @throws INSUFFICIENT_XP; VALIDATION_ERROR for xp beyond the limit */
async function addXp(
  trx: Transaction<IdentityTables>,
  person: Identity,
  grant: NewGrant,
  grantedAt: Date,
): Promise<Identity> {
  const xp = xpAfter(person, grant.amount)
  const identity = await trx
    .updateTable('identities')
    .set({ xp })
    .where('id', '=', person.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordGrant(trx, grant, identity, grantedAt)
  return identity
}

function xpAfter(person: Identity, amount: number): number {
  const xp = person.xp + amount
  if (xp < 0) {
    const message = `${person.displayName} has ${person.xp} xp, and ${-amount} cannot be taken.`
    throw refused('INSUFFICIENT_XP', message, { xp: person.xp })
  }
  if (xp > MAX_INT) throw balanceTooHigh('xp')
  return xp
}

async function recordGrant(
  trx: Transaction<IdentityTables>,
  { key, amount, reason = null }: NewGrant,
  { id: identityId, xp, level }: Identity,
  grantedAt: Date,
): Promise<void> {
  const after = { xpAfter: xp, levelAfter: level, grantedAt }
  await trx
    .insertInto('xpGrants')
    .values({ key, identityId, amount, reason, ...after })
    .execute()
    .catch((error: unknown) => {
      // The key was used for another person at the same time.
      if (brokenConstraint(error) !== 'xp_grants_pkey') throw error
      throw usedKey(key.startsWith('adjustment:') ? 'adjustment' : 'grant')
    })
}
