// An app and a person in a system with the usual rate limits, for these tests.
import { beforeAll, beforeEach } from 'vitest'
import { joinWithPassword, registerApp, type App } from '#test/oauth.ts'
import { testSystem, type Person, type TestSystem } from '#test/system.ts'

const DEFAULTS = {
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FREE: '',
  RATE_LIMIT_AUTHENTICATED: '',
  RATE_LIMIT_PARTNER: '',
}

export let system: TestSystem
export let app: App
/** A new person for each test, an hour later: calls of earlier tests do not count. */
export let ada: Person

/** Starts a system for the tests of a file. */
export function limitedSystem(): void {
  system = testSystem({ topology: 'Identity alone', settings: DEFAULTS })
  beforeAll(async () => {
    app = await registerApp(system)
    system.clock.now = new Date()
  })
  beforeEach(async () => {
    pass(3600)
    ada = await joinWithPassword(system, `ada_${crypto.randomUUID().slice(0, 8)}`)
  })
}

export const pass = (seconds: number) => {
  system.clock.now = new Date(system.clock.now!.getTime() + seconds * 1000)
}
