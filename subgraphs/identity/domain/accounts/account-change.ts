// Changes that administrators make to an account. Each has a reason, which the audit trail keeps.
import type { Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import {
  changeAsAdministrator,
  recordChange,
  requireOtherAdministrator,
  type Administration,
} from '../administration/administrator.ts'
import { restartClaimWait } from '../recovery/claim-wait.ts'
import { queueNotice } from '../mail/mail-outbox.ts'
import { disablePerson, lockPerson } from '../people/person.ts'
import { resetFactors } from '../sessions/second-factor.ts'
import { endAllAccess } from '../sessions/session-end.ts'
import { refuseSystemIdentity } from '../administration/system-identity.ts'
import { lockNamed, renameAt, usernameIssues } from '../people/username.ts'

export interface AccountChange {
  identityId: string
  reason: string
}

/**
 * Ends all sessions and grants of a person, who cannot sign in until enabled again. Disabling again
 * changes nothing. @throws NOT_FOUND, SYSTEM_IDENTITY, LAST_ADMINISTRATOR
 */
export function disableAccount(
  ctx: Administration,
  { identityId, reason }: AccountChange,
): Promise<Identity> {
  return changeAsAdministrator(ctx, async (trx) => {
    await requireOtherAdministrator(trx, identityId)
    return disablePerson(ctx, trx, identityId, { reason })
  })
}

/** Enabling again changes nothing. @throws NOT_FOUND, SYSTEM_IDENTITY */
export function enableAccount(
  ctx: Administration,
  { identityId, reason }: AccountChange,
): Promise<Identity> {
  return changePerson(ctx, identityId, async (trx, person) => {
    if (!person.disabledAt) return
    // A sign-in that was under way when they were disabled has left a session.
    await endAllAccess(trx, ctx.now(), identityId, 'identity_disabled')
    await trx
      .updateTable('identities')
      .set({ disabledAt: null })
      .where('id', '=', identityId)
      .execute()
    await restartClaimWait({ db: trx, now: ctx.now }, identityId)
    await recordChange(ctx, trx, { kind: 'identity_enabled', identityId, details: { reason } })
  })
}

/** Ends all sessions of a person, and revokes all their grants. @throws NOT_FOUND, SYSTEM_IDENTITY */
export function signOutAccount(
  ctx: Administration,
  { identityId, reason }: AccountChange,
): Promise<Identity> {
  return changePerson(ctx, identityId, async (trx) => {
    await endAllAccess(trx, ctx.now(), identityId, 'signed_out')
    const details = { sessionId: 'all', reason }
    await recordChange(ctx, trx, { kind: 'session_ended', identityId, details })
  })
}

/**
 * Removes a person's authenticator app, recovery codes and choice to be asked for a passkey, and tells them by
 * mail. Passkeys stay. @throws NOT_FOUND, SYSTEM_IDENTITY
 */
export function resetAccountFactors(
  ctx: Administration,
  { identityId, reason }: AccountChange,
): Promise<Identity> {
  return changePerson(ctx, identityId, async (trx) => {
    const removed = await resetFactors({ db: trx }, identityId)
    const details = { ...removed, reason }
    await recordChange(ctx, trx, { kind: 'factors_reset', identityId, details })
    if (!removed.totp && !removed.twoStep && removed.recoveryCodes === 0) return
    await queueNotice({ ...ctx, db: trx }, { kind: 'factors_reset', identityId, details: {} })
  })
}

/**
 * Gives a person another username, however recently they changed it. The old one signs in for another 90
 * days. @throws VALIDATION_ERROR, NOT_FOUND, SYSTEM_IDENTITY, USERNAME_TAKEN
 */
export async function renameAccount(
  ctx: Administration & Pick<IdentityContext, 'settings'>,
  { identityId, reason, username }: AccountChange & { username: string },
): Promise<Identity> {
  refuseIssues(usernameIssues(username))
  return changeAsAdministrator(ctx, async (trx) => {
    const person = await lockNamed(trx, identityId)
    refuseSystemIdentity(person)
    if (person.username === username) return person
    const details = { username, before: person.username, reason }
    await recordChange(ctx, trx, { kind: 'username_changed', identityId, details })
    // The person did not choose it, so if they could change it before, they still can.
    return renameAt({ ...ctx, db: trx }, person, username)
  })
}

/** Locks a person, changes them, and returns them as they are afterwards. */
function changePerson(
  ctx: Administration,
  identityId: string,
  change: (trx: Transaction<IdentityTables>, person: Identity) => Promise<void>,
): Promise<Identity> {
  return changeAsAdministrator(ctx, async (trx) => {
    const person = await lockPerson(trx, identityId)
    refuseSystemIdentity(person)
    await change(trx, person)
    return lockPerson(trx, identityId)
  })
}
