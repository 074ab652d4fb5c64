// A system in production as its operator starts it: an empty database, the rate limits of production, one
// process, and a clock that the test sets forward.
import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { preparedDatabase } from '#test/database.ts'
import { send } from '#test/http.ts'
import { runNode } from '#test/process.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface Production extends Pick<TestSystem, 'address' | 'databaseUrl' | 'tables'> {
  /** The Monday on which the month begins, at eight in the morning (UTC). */
  begin: Date
  now(): Date
  /** Sets the clock forward. */
  pass(ms: number): void
  /** Runs an npm script of the operator to its end, and returns its output. */
  npm(script: string, ...args: string[]): Promise<string>
  /** The ids of the published keys that sign access tokens. */
  signingKeys(): Promise<string[]>
  stop(): Promise<void>
}

/** The documented limits, and a proxy in front, so that everybody has an address. */
const SETTINGS = {
  NODE_ENV: 'production',
  RATE_LIMIT_FREE: '',
  RATE_LIMIT_AUTHENTICATED: '',
  RATE_LIMIT_PARTNER: '',
  TRUST_PROXY: 'loopback',
}

/** A day passes in less than a second, and the router keeps usage for a week. */
const USAGE_EVERY_MS = 500

export async function startProduction(): Promise<Production> {
  vi.stubEnv('NODE_ENV', 'production')
  const system = await startTestSystem({
    database: preparedDatabase,
    settings: SETTINGS,
    usageEveryMs: USAGE_EVERY_MS,
  })
  const { address, clock, databaseUrl, tables } = system
  const begin = nextMonday(new Date())
  clock.now = begin
  return {
    address,
    databaseUrl,
    tables,
    begin,
    now: () => clock.now!,
    pass(ms) {
      clock.now = new Date(clock.now!.getTime() + ms)
    },
    npm: (script, ...args) => runScript(databaseUrl, script, args),
    async signingKeys() {
      const { body } = await send(`${address('identity')}/.well-known/jwks.json`)
      return (body.keys as { kid: string }[]).map(({ kid }) => kid)
    },
    async stop() {
      await system.stop()
      vi.unstubAllEnvs()
    },
  }
}

function nextMonday(from: Date): Date {
  const day = new Date(from.getTime() + DAY_MS)
  day.setUTCHours(8, 0, 0, 0)
  return day.getUTCDay() === 1 ? day : nextMonday(day)
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

async function runScript(databaseUrl: string, script: string, args: string[]): Promise<string> {
  const [, ...program] = scripts[script]!.split(' ')
  const settings = { NODE_ENV: 'production', DATABASE_URL: databaseUrl }
  const run = runNode([...program, ...args], settings)
  expect(await run.ended(), run.output()).toMatchObject({ code: 0 })
  return run.output()
}
