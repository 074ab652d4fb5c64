// A challenge of a passkey is valid once, for its browser, for an hour.
import { expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { rememberChallenge, consumeChallenge } from '../domain/sign-in/passkey-challenge.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')

const ctx = () => ({
  db: identity.tables<IdentityTables>('identity'),
  now: () => identity.clock.now,
})

async function remembered(browser: string): Promise<string> {
  const challenge = crypto.randomUUID()
  await rememberChallenge(ctx(), browser, challenge)
  identity.clock.now = new Date(identity.clock.now.getTime() + 1)
  return challenge
}

test('A challenge is valid once, even for simultaneous requests', async () => {
  const challenge = await remembered('a')
  const takes = Array.from({ length: 20 }, () => consumeChallenge(ctx(), 'a', challenge))
  expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1)
})

test('A challenge is valid only for its browser', async () => {
  const challenge = await remembered('b')
  expect(await consumeChallenge(ctx(), 'another', challenge)).toBe(false)
  expect(await consumeChallenge(ctx(), 'b', challenge)).toBe(true)
})

test('A challenge expires after an hour', async () => {
  const challenges = [await remembered('c'), await remembered('c')]
  const hour = identity.clock.now.getTime() + 3_600_000
  identity.clock.now = new Date(hour - 1_000)
  expect(await consumeChallenge(ctx(), 'c', challenges[0]!)).toBe(true)
  identity.clock.now = new Date(hour)
  expect(await consumeChallenge(ctx(), 'c', challenges[1]!)).toBe(false)
})

test('A browser keeps its latest ten challenges', async () => {
  const challenges: string[] = []
  for (let count = 0; count < 12; count += 1) challenges.push(await remembered('d'))
  const good: boolean[] = []
  for (const challenge of challenges) good.push(await consumeChallenge(ctx(), 'd', challenge))
  expect(good).toEqual(challenges.map((_, index) => index >= 2))
})
