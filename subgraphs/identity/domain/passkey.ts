// Passkeys (Web Authentication): keys of a person's devices, and the challenges they sign.
import { notFound, refused } from '#foundation/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { Passkey } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { sha256 } from './random.ts'

/** A sign-in page offers passkeys in its username field for as long as it lies open. */
const CHALLENGE_LIFETIME_MS = 60 * 60_000
const MOST_OPEN = 10
const MOST_PASSKEYS = 20

type Keeping = Pick<IdentityContext, 'db' | 'now'>
type Changing = Keeping & Pick<IdentityContext, 'address' | 'requestId'>

/** Remembers a challenge for an hour, for one browser; of a browser the latest ten. What expires, expiry.ts deletes. */
export async function rememberChallenge(
  { db, now }: Keeping,
  browser: string,
  challenge: string,
): Promise<void> {
  const at = now()
  const browserHash = sha256(browser)
  await db
    .insertInto('passkeyChallenges')
    .values({
      challengeHash: sha256(challenge),
      browserHash,
      expiresAt: new Date(at.getTime() + CHALLENGE_LIFETIME_MS),
    })
    .execute()
  await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', 'in', (eb) =>
      eb
        .selectFrom('passkeyChallenges')
        .select('challengeHash')
        .where('browserHash', '=', browserHash)
        .orderBy('expiresAt', 'desc')
        .offset(MOST_OPEN),
    )
    .execute()
}

/** Uses a challenge up: true once, and only for the browser it was made for. */
export async function takeChallenge(
  { db, now }: Keeping,
  browser: string,
  challenge: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', sha256(challenge))
    .where('browserHash', '=', sha256(browser))
    .where('expiresAt', '>', now())
    .returning('expiresAt')
    .executeTakeFirst()
  return taken !== undefined
}

/** The oldest first; twenty at most. */
export function listPasskeys({ db }: Keeping, identityId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('identityId', '=', identityId)
    .orderBy('createdAt')
    .execute()
}

export function findPasskey({ db }: Keeping, id: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>

/** @throws PASSKEY_TAKEN, PASSKEY_LIMIT */
export function addPasskey(ctx: Changing, passkey: NewPasskey): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('identities')
      .select('id')
      .where('id', '=', passkey.identityId)
      .forUpdate()
      .execute()
    const { count } = await trx
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('identityId', '=', passkey.identityId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_PASSKEYS) {
      throw refused('PASSKEY_LIMIT', `A person has at most ${MOST_PASSKEYS} passkeys.`)
    }
    const added = await trx
      .insertInto('passkeys')
      .values({ ...passkey, createdAt: ctx.now(), lastUsedAt: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw refused('PASSKEY_TAKEN', 'This passkey is registered already.')
    const { identityId, name } = passkey
    const entry = { kind: 'passkey_added', identityId, details: { name } } as const
    await recordAudit({ ...ctx, db: trx }, entry)
  })
}

/** Notes a use. False when a later one was noted before: then the passkey was copied. */
export async function notePasskeyUse(
  { db, now }: Keeping,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now() })
    .where('id', '=', id)
    // Many passkeys do not count, and stay at 0.
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** @throws NOT_FOUND */
export function removePasskey(ctx: Changing, identityId: string, id: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('identityId', '=', identityId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw notFound('Passkey', id)
    await recordAudit({ ...ctx, db: trx }, { kind: 'passkey_removed', identityId })
  })
}
