// People join by signing up, and administrators can disable them and change their house.
import type { Transaction } from '#foundation/database/database.ts'
import { invalidInput, notFound, type Issue } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, IdentityTables } from '../tables.ts'
import { recordChange, type Administration } from './administrator.ts'
import { recordAudit } from './audit.ts'
import { displayNameIssues } from './display-name.ts'
import { ARCHETYPES, HOUSES } from './houses.ts'
import { oneOfIssues } from './input-rules.ts'
import { hashPassword, passwordIssues, setPassword } from './password.ts'
import { endAllAccess } from './session-end.ts'
import { refuseSystemIdentity } from './system-identity.ts'
import { refuseTaken, requireUnreserved, usernameIssues } from './username.ts'

export interface NewPerson {
  username: string
  displayName: string
  house: string
  archetype: string
  password: string
}

type Joining = Pick<IdentityContext, 'db' | 'now' | 'address' | 'requestId' | 'rules'>

/** @throws VALIDATION_ERROR that names every field, USERNAME_TAKEN */
export async function signUp(ctx: Joining, person: NewPerson): Promise<Identity> {
  const [issue, ...issues] = await signUpIssues(ctx, person)
  if (issue) throw invalidInput([issue, ...issues])
  const hash = await hashPassword(person.password)
  const { username, displayName, house, archetype } = person
  const columns = { username, displayName, house, archetype, createdAt: ctx.now() }
  return ctx.db.transaction().execute(async (trx) => {
    const identity = await trx
      .insertInto('identities')
      .values({ id: newId('identity'), ...columns })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => refuseTaken(error, username))
    await requireUnreserved(trx, identity, ctx.now())
    await setPassword({ db: trx, now: ctx.now }, identity.id, hash)
    await recordAudit({ ...ctx, db: trx }, { kind: 'sign_up', identityId: identity.id })
    return identity
  })
}

async function signUpIssues(ctx: Joining, person: NewPerson): Promise<Issue[]> {
  return [
    ...usernameIssues(person.username),
    ...displayNameIssues(person.displayName),
    ...oneOfIssues('house', person.house, HOUSES),
    ...oneOfIssues('archetype', person.archetype, ARCHETYPES),
    ...(await passwordIssues(ctx, 'password', person.password, person)),
  ]
}

/**
 * Disables a person: they cannot sign in, and all their grants are revoked. Disabling again changes
 * nothing. @throws NOT_FOUND, SYSTEM_IDENTITY
 */
export function disableIdentity(ctx: Administration, id: string): Promise<Identity> {
  return ctx.db.transaction().execute((trx) => disablePerson(ctx, trx, id, {}))
}

/** The same within a transaction that does more. */
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

/** Moves a person to another house; the same one changes nothing. @throws NOT_FOUND, SYSTEM_IDENTITY */
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

/** Serializes changes of a person. */
export async function lockPerson(trx: Transaction<IdentityTables>, id: string): Promise<Identity> {
  const identity = await trx
    .selectFrom('identities')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!identity) throw notFound('Identity', id)
  return identity
}

/**
 * The same, and whoever refers to the person waits, too: sessions, and mail that is being composed. First
 * in its transaction, as they take it.
 */
export async function lockPersonForUpdate(
  trx: Transaction<IdentityTables>,
  id: string,
): Promise<void> {
  await trx.selectFrom('identities').select('id').where('id', '=', id).forUpdate().execute()
}
