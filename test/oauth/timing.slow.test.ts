// The time of signing in and of recovery does not reveal who exists: up to 1,000 samples per side, alternating.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { setPasswordCost } from '#test/password-cost.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { discernibility } from '#test/timing.ts'
import { createUserAgent, formOf } from '#test/user-agent.ts'

const SAMPLES = 1_000
/**
 * The maximum share of right guesses by the faster half; chance is 0.5. With 1,000 samples a side, chance stays
 * below 0.54 in 999 of 1,000 runs.
 */
const THRESHOLD = 0.56
/**
 * After each part of the samples, a side with fewer right guesses than this passes. By chance it does so after
 * 250 samples in three of four runs; a share of 0.6 is missed in 4 of 1,000.
 */
const CLEAR = 0.53
const PART = 250

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ topology: 'Identity alone' })
  const person = await joinWithPassword(system, 'known_one')
  const identity = system.tables<IdentityTables>('identity')
  const address = { address: 'known@mail.example', verifiedAt: new Date() }
  await identity
    .insertInto('emailAddresses')
    .values({ identityId: person.id, ...address })
    .execute()
  // From here on, because all files of a worker share the hash of the test password, which exists by now.
  // The less a hash costs, the more another difference would show.
  setPasswordCost('some')
})
afterAll(() => system.stop())

test.each([
  ['a wrong password', '/sign-in', { password: 'not this one' }],
  ['a link by mail', '/recover', {}],
  ['a wrong recovery code', '/recover/code', { code: 'AAAA-AAAA-AAAA-AAAA' }],
])(
  '%s takes as long for a known name as for an unknown one',
  async (_name, path, fields) => {
    const userAgent = createUserAgent()
    const url = `${system.address('identity')}${path}`
    const { hidden } = formOf(await userAgent.get(url), path)
    const brakes = system.tables<IdentityTables>('identity')
    const took = async (username: string): Promise<number> => {
      const started = performance.now()
      await userAgent.post(url, { ...hidden, ...fields, username })
      return performance.now() - started
    }
    const sides: Record<string, number[]> = { known_one: [], other_one: [] }
    const discerned = () => discernibility(sides.known_one!, sides.other_one!)
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      if (sample > 0 && sample % PART === 0 && discerned() < CLEAR) break
      // Otherwise the throttle would respond.
      if (sample % 4 === 0) await brakes.deleteFrom('brakes').execute()
      const names = Object.keys(sides)
      for (const name of sample % 2 === 0 ? names : names.toReversed()) {
        sides[name]!.push(await took(name))
      }
    }
    expect(discerned()).toBeLessThan(THRESHOLD)
  },
  900_000,
)
