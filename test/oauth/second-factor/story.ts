// People who sign in with a second factor, for these tests.
import { beforeEach } from 'vitest'
import { PASSWORD } from '#test/oauth.ts'
import { joinWithApp, provePassword } from '#test/second-factor.ts'
import type { Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'

export const MINUTE = 60_000
export const NOON = Date.UTC(2030, 0, 1, 12)
export const NEW_PASSWORD = 'another lamp in the harbour'
export const SECOND_FACTOR = '/sign-in/second-factor'

/** Starts a system for the tests of a file, whose clock stands still, so that codes do not change during a test. */
export function secondFactors() {
  const identity = identityAlone()
  const { system, address, db } = identity
  beforeEach(() => {
    system.clock.now = new Date()
  })

  const settled = () => joinWithApp(system)
  const halfSignedIn = (person: Person, password = PASSWORD, path = '/sign-in') =>
    provePassword(system, person, password, path)
  const later = (ms: number) => {
    system.clock.now = new Date(system.clock.now!.getTime() + ms)
  }
  const sessionsOf = ({ id }: Person) =>
    db().selectFrom('sessions').selectAll().where('identityId', '=', id).execute()

  const isSignedIn = async (userAgent: UserAgent) =>
    (await userAgent.get(address('/account'))).status === 200

  return { ...identity, settled, halfSignedIn, later, sessionsOf, isSignedIn }
}
