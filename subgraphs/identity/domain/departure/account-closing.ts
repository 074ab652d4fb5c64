// Closes an account after its two weeks: nobody can sign in to it any more, and it loses its names.
import { queueMail } from '../mail/mail-outbox.ts'
import type { Departure } from '../../tables.ts'
import { isLastAdministrator } from '../administration/administrator.ts'

import { reserveDeparted } from '../people/departed-username.ts'
import { NAMELESS, namelessUsername } from './nameless.ts'
import { endAllAccess } from '../sessions/session-end.ts'
import { RESERVED_MS } from '../people/username.ts'
import type { TransactionContext } from '../../context.ts'

const DAY_MS = 86_400_000

/** Tables whose rows give access to the account or show where its person is. */
export const CLOSED = [
  'passwords',
  'passkeys',
  'wallets',
  'totpFactors',
  'twoStepSignIns',
  'pendingSignIns',
  'emailAddresses',
  'emailVerifications',
  'passwordResets',
  'recoveries',
  'administratorCodes',
  'recoveryCodes',
  'disavowals',
  'claimLinks',
  'accountLocks',
  'knownBrowsers',
  'consents',
  'usernameReservations',
  'exports',
  'mailOutbox',
] as const

/** Closes the account, or puts this off by a day if nobody else could administer the system. */
export async function closeAccount(ctx: TransactionContext, departure: Departure): Promise<void> {
  const { db: trx } = ctx
  const { id, identityId } = departure
  if (await isLastAdministrator(trx, identityId)) {
    ctx.log.warn('the last administrator cannot leave yet: make somebody else an administrator')
    const dueAt = new Date(ctx.now().getTime() + DAY_MS)
    await trx.updateTable('departures').set({ dueAt }).where('id', '=', id).execute()
    return
  }
  const names = await reserveNames(ctx, identityId)
  const address = await addressOf(ctx, identityId)
  const wallets = await walletsOf(ctx, identityId)
  const traces = [...names, ...wallets, ...(address === undefined ? [] : [address])]
  await endAllAccess(trx, ctx.now(), identityId, 'identity_disabled')
  for (const table of CLOSED) {
    await trx.deleteFrom(table).where('identityId', '=', identityId).execute()
  }
  await trx.deleteFrom('walletChallenges').where('askedBy', '=', identityId).execute()
  if (address) await queueMail(ctx, { kind: 'account_deleted', identityId, address })
  await eraseNames(ctx, identityId)
  await trx
    .updateTable('departures')
    .set({ closedAt: ctx.now(), traces })
    .where('id', '=', id)
    .execute()
}

/** Reserves the person's present and reserved former usernames, and returns them. */
async function reserveNames(ctx: TransactionContext, identityId: string): Promise<string[]> {
  const { db, now } = ctx
  const { username } = await db
    .selectFrom('identities')
    .select('username')
    .where('id', '=', identityId)
    .executeTakeFirstOrThrow()
  const former = await db
    .selectFrom('usernameReservations')
    .select(['username', 'until'])
    .where('identityId', '=', identityId)
    .execute()
  const held = { username, until: new Date(now().getTime() + RESERVED_MS) }
  const names = [held, ...former]
  for (const name of names) await reserveDeparted(ctx, name.username, name.until)
  return names.map((name) => name.username)
}

async function walletsOf({ db }: TransactionContext, identityId: string): Promise<string[]> {
  const wallets = db.selectFrom('wallets').select('address').where('identityId', '=', identityId)
  return (await wallets.execute()).map(({ address }) => address)
}

async function addressOf(
  { db }: TransactionContext,
  identityId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('emailAddresses')
    .select('address')
    .where('identityId', '=', identityId)
    .executeTakeFirst()
  return found?.address
}

async function eraseNames({ db, now }: TransactionContext, identityId: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({
      ...NAMELESS,
      username: namelessUsername(),
      role: 'member',
      disabledAt: now(),
      leftAt: now(),
    })
    .where('id', '=', identityId)
    .execute()
}
