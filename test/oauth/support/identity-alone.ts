// Identity alone, for the tests of a file.
import { afterEach } from 'vitest'
import { verifyAddress } from '#test/mail.ts'
import { joinWithPassword, signedInUserAgent } from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'

/** Starts a system for the tests of a file, and resets its clock after each of them. */
export function identityAlone() {
  const system = testSystem({ topology: 'Identity alone' })
  afterEach(() => {
    system.clock.now = undefined
  })
  const address = (path: string) => `${system.address('identity')}${path}`
  const db = () => system.tables<IdentityTables>('identity')

  /** A person with a verified address, signed in. */
  async function joinWithAddress() {
    const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
    const email = `${person.username}@mail.example`
    const browser = await signedInUserAgent(system, person)
    await verifyAddress(system, browser, email)
    return { person, browser, email }
  }

  return { system, address, db, joinWithAddress }
}
