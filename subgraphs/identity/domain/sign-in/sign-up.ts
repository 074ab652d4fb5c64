// Signing up with a password or a passkey.
import { oneOfIssues } from '#foundation/domain/bounds.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { displayNameIssues } from '../people/display-name.ts'
import { ARCHETYPES, HOUSES } from '../people/houses.ts'
import { insertPasskey, type NewPasskey } from './passkey.ts'
import { hashPassword, passwordIssues, setPassword } from './password.ts'
import { refuseTaken, requireUnreserved, usernameIssues } from '../people/username.ts'

export interface NewProfile {
  username: string
  displayName: string
  house: string
  archetype: string
}

export type NewPerson = NewProfile & { password: string }

type SignUpContext = Pick<IdentityContext, 'db' | 'now' | 'address' | 'requestId' | 'settings'>

/** Signs up with a password. @throws VALIDATION_ERROR that names every field, USERNAME_TAKEN */
export async function signUp(ctx: SignUpContext, person: NewPerson): Promise<Identity> {
  refuseIssues([
    ...joiningIssues(person),
    ...(await passwordIssues(ctx, 'password', person.password, person)),
  ])
  const hash = await hashPassword(person.password)
  return join(ctx, newId('identity'), person, (trx, id) =>
    setPassword({ db: trx, now: ctx.now }, id, hash),
  )
}

/**
 * Signs up with a passkey that was created for this id. @throws VALIDATION_ERROR that names every field,
 * USERNAME_TAKEN, PASSKEY_TAKEN
 */
export async function signUpWithPasskey(
  ctx: SignUpContext,
  person: NewProfile,
  passkey: NewPasskey,
): Promise<Identity> {
  refuseIssues(joiningIssues(person))
  return join(ctx, passkey.identityId, person, (trx) => insertPasskey(trx, passkey, ctx.now()))
}

/** Adds the person with their password or passkey. */
function join(
  ctx: SignUpContext,
  id: string,
  { username, displayName, house, archetype }: NewProfile,
  addWayIn: (trx: Transaction<IdentityTables>, id: string) => Promise<void>,
): Promise<Identity> {
  const columns = { username, displayName, house, archetype, createdAt: ctx.now() }
  return ctx.db.transaction().execute(async (trx) => {
    const identity = await trx
      .insertInto('identities')
      .values({ id, ...columns })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => refuseTaken(error, username))
    await requireUnreserved({ ...ctx, db: trx }, identity)
    await addWayIn(trx, id)
    await recordAudit({ ...ctx, db: trx }, { kind: 'sign_up', identityId: id })
    return identity
  })
}

/** The issues of all fields except the password. */
export function joiningIssues(person: NewProfile): Issue[] {
  return [
    ...usernameIssues(person.username),
    ...displayNameIssues(person.displayName),
    ...oneOfIssues('house', person.house, HOUSES),
    ...oneOfIssues('archetype', person.archetype, ARCHETYPES),
  ]
}
