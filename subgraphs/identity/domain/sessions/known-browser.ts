// The browsers in which a person has signed in. A new one causes a notice by mail.
import { sql } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import type { IdentityTables } from '../../tables.ts'
import { queueNotice } from '../mail/mail-outbox.ts'
import { sha256 } from '../secrets/random.ts'

interface BrowserSignIn {
  identityId: string
  /** The value of the browser's cookie. */
  browser: string
  userAgent: string
}

/** Remembers the browser, and sends a notice if it is new to the account. */
export async function noteBrowser(
  ctx: { db: Db<IdentityTables>; now: () => Date; address: string },
  { identityId, browser, userAgent }: BrowserSignIn,
): Promise<void> {
  const seenAt = ctx.now()
  const { isNew } = await ctx.db
    .insertInto('knownBrowsers')
    .values({ identityId, browserHash: sha256(browser), seenAt })
    .onConflict((conflict) =>
      conflict.columns(['identityId', 'browserHash']).doUpdateSet({ seenAt }),
    )
    // In PostgreSQL, `xmax` is 0 for a row that was inserted rather than updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  if (!isNew) return
  await removeOldest(ctx.db, identityId)
  const details = { userAgent: userAgent.slice(0, 300), from: ctx.address }
  await queueNotice(ctx, { kind: 'new_browser', identityId, details })
}

const MAX_BROWSERS = 50

async function removeOldest(db: Db<IdentityTables>, identityId: string): Promise<void> {
  await db
    .deleteFrom('knownBrowsers')
    .where('identityId', '=', identityId)
    .where('browserHash', 'in', (eb) =>
      eb
        .selectFrom('knownBrowsers')
        .select('browserHash')
        .where('identityId', '=', identityId)
        .orderBy('seenAt', 'desc')
        .offset(MAX_BROWSERS),
    )
    .execute()
}
