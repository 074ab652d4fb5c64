// An app and a person in a system with the usual rate limits, for these tests.
import { beforeAll, beforeEach } from 'vitest'
import { joinWithPassword, registerApp, type App } from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'

const DEFAULTS = {
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FREE: '',
  RATE_LIMIT_AUTHENTICATED: '',
  RATE_LIMIT_PARTNER: '',
}

/** Starts a system for the tests of a file. */
export function limitedSystem() {
  const system = testSystem({ topology: 'Identity alone', settings: DEFAULTS })
  const app = {} as App
  /** A new person for each test, an hour later: calls of earlier tests do not count. */
  const ada = {} as Person
  beforeAll(async () => {
    Object.assign(app, await registerApp(system))
    system.clock.now = new Date()
  })
  beforeEach(async () => {
    pass(3600)
    Object.assign(ada, await joinWithPassword(system, `ada_${crypto.randomUUID().slice(0, 8)}`))
  })
  const pass = (seconds: number) => {
    system.clock.now = new Date(system.clock.now!.getTime() + seconds * 1000)
  }
  return { system, app, ada, pass }
}
