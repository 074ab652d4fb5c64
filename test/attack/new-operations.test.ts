// Operations that the router has to plan: others are served meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#test/story.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { ask, beside, sumOf, type Received } from './support/requests.ts'
import { deepOperation, smallOperation } from './support/new-operations.ts'

/** Each kind of operation has its turn in each round. */
const ROUNDS = 2
/** Somebody else's requests in each half of a round. */
const REQUESTS = 40
/** How many operations of each kind are known. */
const KNOWN = 20
/** How many requests of all attackers are on their way at once, by the number of their accounts. */
const AT_ONCE = { 1: 8, 8: 32 }
type Accounts = keyof typeof AT_ONCE
const FLOOD = 80
/**
 * How many responses to new operations overtake somebody else's, as a part of those to known ones, which cost the event
 * loop the least. A planner on the event loop would let each response have one turn after the other.
 */
const MAX_RATIO = 0.5
const KINDS = ['known', 'new'] as const
const OTHER = '{ me { id } }'

let system: Attacked
let url: string
let other: string
let attackers: string[]
beforeAll(async () => {
  system = await startAttacked()
  url = `${system.address('router')}/graphql`
  const id = await addPerson(system, 'oscar')
  other = await system.token(id)
  const names = Array.from({ length: 8 }, (_, n) => `mallory${n}`)
  const ids = await Promise.all(names.map((name) => addPerson(system, name)))
  attackers = await Promise.all(ids.map((one) => system.token(one)))
})
afterAll(() => system.stop())

const otherCaller = () => ask(url, { token: other, query: OTHER })

/** Half of the operations are deep, and the others small. */
const operation = (number: number) =>
  number % 2 === 0 ? deepOperation(number / 2) : smallOperation((number - 1) / 2)

let used = 2 * KNOWN
const newOperation = () => operation((used += 1))
let repeated = 0
const knownOperation = () => operation((repeated += 1) % (2 * KNOWN))

/** The requests of accounts. */
function loadOf(accounts: Accounts, next: () => string): (() => Promise<Received>)[] {
  return Array.from({ length: AT_ONCE[accounts] }, (_, n) => {
    return () => ask(url, { token: attackers[n % accounts]!, query: next() })
  })
}

async function makeKnown(): Promise<void> {
  for (let number = 0; number < 2 * KNOWN; number += 1) {
    await ask(url, { token: attackers[0]!, query: operation(number) })
  }
}

test.each<[string, Accounts]>([
  ['one account', 1],
  ['eight accounts', 8],
])("another person's requests are served between new operations of %s", async (_name, accounts) => {
  const loads = { known: loadOf(accounts, knownOperation), new: loadOf(accounts, newOperation) }
  const overtaken = { known: 0, new: 0 }
  const responses: Received[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await makeKnown()
    for (const kind of KINDS) {
      const taken = await beside(loads[kind], otherCaller, REQUESTS)
      overtaken[kind] += sumOf(taken.overtaken)
      responses.push(...taken.others, ...taken.attacks)
    }
  }
  for (const { status, head } of responses) {
    expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
  }
  expect(overtaken.new).toBeLessThan(MAX_RATIO * overtaken.known)
})

test('a flood of new operations is refused at the limit, and the new operation of another person is planned', async () => {
  const flood = Array.from({ length: FLOOD }, () => {
    return ask(url, { token: attackers[0]!, query: deepOperation((used += 1)) })
  })
  const [asked, ...responses] = await Promise.all([
    ask(url, { token: other, query: newOperation() }),
    ...flood,
  ])
  const refused = responses.filter(({ status }) => status === 500)
  expect([asked.status, asked.head]).toEqual([200, expect.not.stringContaining('errors')])
  // One is planned and eight wait. More are planned while the flood arrives.
  expect(refused.length).toBeGreaterThan(10)
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(9)
  for (const { head } of refused) {
    expect(head).toContain('at most 8 of one caller')
    expect(head).toContain('"retry":true')
  }
})
