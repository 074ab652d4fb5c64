// Challenges of passkeys (Web Authentication): random values, each for one asker, to be signed once.
import type { IdentityContext } from '../context.ts'
import { sha256 } from './random.ts'

/** A sign-in page offers passkeys in its username field for as long as it lies open. */
const LIFETIME_MS = 60 * 60_000
const MOST_OPEN = 10

type Keeping = Pick<IdentityContext, 'db' | 'now'>

/**
 * Remembers a challenge for an hour, for one asker; of an asker the latest ten. What expires,
 * expiry.ts deletes. `asker` stands for the browser, and for the sign-in where one is needed to ask.
 */
export async function rememberChallenge(
  { db, now }: Keeping,
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
        .offset(MOST_OPEN),
    )
    .execute()
}

/** Uses a challenge up: true once, and only for the asker it was made for. */
export async function takeChallenge(
  { db, now }: Keeping,
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
