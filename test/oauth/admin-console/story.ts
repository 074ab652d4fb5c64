// The administrators' console with an administrator, for these tests.
import { beforeAll, beforeEach } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { joinWithPassword, signedInUserAgent, type Member } from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import type { Page, UserAgent } from '#test/user-agent.ts'
import { address, db, identityAlone, system } from '../support/identity-alone.ts'

export let admin: Member
/** The browser of the administrator. */
export let console_: UserAgent
/** A member, new for each test. */
export let alan: Member

/** Starts a system for the tests of a file, in which ada is an administrator with a second factor. */
export function adminConsole(): void {
  identityAlone()
  beforeAll(async () => {
    admin = await joinWithPassword(system, 'ada', { role: 'admin' })
    console_ = await signedInUserAgent(system, admin)
    await prove(admin)
  })
  beforeEach(async () => {
    alan = await joinWithPassword(system, newName())
  })
}

export const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

/** Adds a passkey, and makes the session look signed in with it. */
export async function prove({ id: identityId }: Person): Promise<void> {
  const passkey = { publicKey: Buffer.alloc(1), counter: 0, name: 'Key', lastUsedAt: null }
  await db()
    .insertInto('passkeys')
    .values({ ...passkey, id: newId('passkey'), identityId, createdAt: new Date() })
    .execute()
  await db()
    .updateTable('sessions')
    .set({ methods: ['pop', 'user', 'mfa'] })
    .where('identityId', '=', identityId)
    .execute()
}

/** Opens the page of the form and sends the form. */
export async function send(
  path: string,
  fields: Record<string, string> = {},
  page = path,
): Promise<Page> {
  return console_.submit(await console_.get(address(page)), path, fields)
}
