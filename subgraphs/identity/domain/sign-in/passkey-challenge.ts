// Challenges of passkeys (Web Authentication): random values for one requester, to be signed once.
import type { DbAndClock } from '../../context.ts'
import { sha256 } from '../secrets/random.ts'

/** How long an open sign-in page can offer passkeys in its username field. */
const LIFETIME_MS = 60 * 60_000
const MAX_OPEN_CHALLENGES = 10

/**
 * Stores a challenge for an hour, for one requester, who has at most ten. `asker` identifies the browser and,
 * if there is one, the pending sign-in. expiry.ts deletes expired ones.
 */
export async function rememberChallenge(
  { db, now }: DbAndClock,
  asker: string,
  challenge: string,
): Promise<void> {
  const at = now()
  const askerHash = sha256(asker)
  await db
    .insertInto('passkeyChallenges')
    .values({
      challengeHash: sha256(challenge),
      askerHash,
      expiresAt: new Date(at.getTime() + LIFETIME_MS),
    })
    .execute()
  await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', 'in', (eb) =>
      eb
        .selectFrom('passkeyChallenges')
        .select('challengeHash')
        .where('askerHash', '=', askerHash)
        .orderBy('expiresAt', 'desc')
        .offset(MAX_OPEN_CHALLENGES),
    )
    .execute()
}

/** Consumes a challenge. Returns true once, and only for its requester. */
export async function consumeChallenge(
  { db, now }: DbAndClock,
  asker: string,
  challenge: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', sha256(challenge))
    .where('askerHash', '=', sha256(asker))
    .where('expiresAt', '>', now())
    .returning('expiresAt')
    .executeTakeFirst()
  return taken !== undefined
}
