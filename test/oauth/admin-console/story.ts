// The administrators' console with an administrator, for these tests.
import { beforeAll, beforeEach } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { joinWithPassword, signedInUserAgent, type Member } from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'

export const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

/** Starts a system for the tests of a file, in which ada is an administrator with a second factor. */
export function adminConsole() {
  const identity = identityAlone()
  const { system, address, db } = identity
  const admin = {} as Member
  /** The browser of the administrator. */
  const console_ = {} as UserAgent
  /** A member, new for each test. */
  const alan = {} as Member
  beforeAll(async () => {
    Object.assign(admin, await joinWithPassword(system, 'ada', { role: 'admin' }))
    Object.assign(console_, await signedInUserAgent(system, admin))
    await prove(admin)
  })
  beforeEach(async () => {
    Object.assign(alan, await joinWithPassword(system, newName()))
  })

  /** Adds a passkey, and makes the session look signed in with it. */
  async function prove({ id: identityId }: Person): Promise<void> {
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
  const send = async (path: string, fields: Record<string, string> = {}, page = path) =>
    console_.submit(await console_.get(address(page)), path, fields)

  return { ...identity, admin, console_, alan, prove, send }
}
