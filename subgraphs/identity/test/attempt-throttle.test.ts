// An attempt is reserved before each guess, and given back unless the guess was wrong.
import { expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { checkGuess, type Bucket } from '../domain/secrets/attempt-throttle.ts'
import type { IdentityTables } from '../tables.ts'

const WINDOW = 60_000

const identity = testSubgraph('identity')

const ctx = () => ({
  db: identity.tables<IdentityTables>('identity'),
  now: () => identity.clock.now,
})
const bucket = (max = 10): Bucket => ({ key: crypto.randomUUID(), max, windowMs: WINDOW })
const right = () => Promise.resolve('right')
const wrong = () => Promise.resolve(undefined)

/** How many wrong guesses are left. */
async function roomIn(...buckets: Bucket[]): Promise<number> {
  for (let looked = 0; ; looked += 1) {
    const isRefused = await checkGuess(ctx(), buckets, wrong).then(
      () => false,
      () => true,
    )
    if (isRefused) return looked
  }
}

test('Of fifty simultaneous wrong guesses, ten are checked', async () => {
  const account = bucket()
  let looked = 0
  const guesses = Array.from({ length: 50 }, () =>
    checkGuess(ctx(), [account], () => {
      looked += 1
      return wrong()
    }),
  )
  const settled = await Promise.allSettled(guesses)
  expect(looked).toBe(10)
  const refused = settled.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(40)
  expect(refused[0]).toMatchObject({
    reason: {
      extensions: {
        code: 'RATE_LIMIT_EXCEEDED',
        details: { limit: 10, windowSeconds: 60, retryAfterSeconds: 60 },
      },
    },
  })
})

test('Attempts are given back after right guesses and after failed checks', async () => {
  const account = bucket()
  for (let round = 0; round < 30; round += 1) {
    expect(await checkGuess(ctx(), [account], right)).toBe('right')
    const fault = () => Promise.reject(new Error('The database is away.'))
    await expect(checkGuess(ctx(), [account], fault)).rejects.toThrow('away')
  }
  expect(await roomIn(account)).toBe(10)
})

test('Two buckets are either both used or neither', async () => {
  const [address, account] = [bucket(20), bucket(5)]
  expect(await roomIn(address, account)).toBe(5)
  const refused = Array.from({ length: 30 }, () => checkGuess(ctx(), [address, account], wrong))
  await Promise.allSettled(refused)
  expect(await roomIn(address)).toBe(15)
})

test('A reservation of an earlier window does not count in the next', async () => {
  const account = bucket(2)
  await checkGuess(ctx(), [account], async () => {
    identity.clock.now = new Date(identity.clock.now.getTime() + WINDOW)
    await checkGuess(ctx(), [account], wrong)
    return right()
  })
  expect(await roomIn(account)).toBe(1)
})
