// Changes by administrators to an account. Each has a reason, which is kept in the audit trail.
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
 * Disables an account: ends all its sessions and grants, and prevents sign-in. Disabling again changes nothing.
 * @throws NOT_FOUND, SYSTEM_IDENTITY, LAST_ADMINISTRATOR
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

/** Enables an account. Enabling again changes nothing. @throws NOT_FOUND, SYSTEM_IDENTITY */
export function enableAccount(
  ctx: Administration,
  { identityId, reason }: AccountChange,
): Promise<Identity> {
  return changePerson(ctx, identityId, async (trx, person) => {
    if (!person.disabledAt) return
    // A sign-in that ran while the person was disabled may have left a session.
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

/** Ends all sessions of a person and revokes all their grants. @throws NOT_FOUND, SYSTEM_IDENTITY */
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
 * Removes a person's authenticator app, recovery codes and choice to require a passkey, and sends a notice.
 * Passkeys stay. @throws NOT_FOUND, SYSTEM_IDENTITY
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
 * Changes a person's username, regardless of when they last did. The old name signs in for another 90 days.
 * @throws VALIDATION_ERROR, NOT_FOUND, SYSTEM_IDENTITY, USERNAME_TAKEN
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
    // Keeps the time of the person's own last choice, so that this does not delay their next one.
    return renameAt({ ...ctx, db: trx }, person, username)
  })
}

/** Locks and changes a person, and returns the updated row. */
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
