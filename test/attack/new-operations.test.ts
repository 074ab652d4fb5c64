// Operations that the router has to plan: others wait no longer for them than for operations that it knows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, signInOn } from '#test/oauth.ts'
import { addPerson } from '#test/story.ts'
import { createUserAgent } from '#test/user-agent.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { hashPassword, setPassword } from '../../subgraphs/identity/domain/sign-in/password.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { measuresOnly, startAttacked, type Attacked } from './support/attacked.ts'
import {
  ask,
  beside,
  inPeace,
  median,
  p90,
  p99,
  printFigures,
  type Received,
} from './support/figures.ts'
import { deepOperation, smallOperation } from './support/new-operations.ts'

/**
 * Other programs may take the processor for a while, so the figures are medians of the rounds' figures, and each is a
 * 90th percentile: the 99th of 120 is the second longest wait. With a planner on the event loop (`ROUTER_ENGINE=apollo`)
 * the ratio is 7 to 11. The first round is discarded: it also measures how a process becomes warm.
 */
const ROUNDS = 8
/** Somebody else's requests in each half of a round. */
const REQUESTS = 120
const SIGN_INS = 4
/** How many operations of each kind are known. */
const KNOWN = 20
/** How many requests of all attackers are on their way at once, by the number of their accounts. */
const AT_ONCE = { 1: 8, 8: 32 }
type Accounts = keyof typeof AT_ONCE
const FLOOD = 80
const MAX_WAIT_RATIO = 1.5
const MAX_DELAY_RATIO = 2
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
  const ctx = asCommand(system.tables<IdentityTables>('identity'))
  await setPassword(ctx, id, await hashPassword(PASSWORD))
  other = await system.token(id)
  const names = Array.from({ length: 8 }, (_, n) => `mallory${n}`)
  const ids = await Promise.all(names.map((name) => addPerson(system, name)))
  attackers = await Promise.all(ids.map((one) => system.token(one)))
  await inPeace(otherCaller, 30)
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

type Load = readonly (() => Promise<Received>)[]

/** The requests of accounts. */
function loadOf(accounts: Accounts, next: () => string): Load {
  return Array.from({ length: AT_ONCE[accounts] }, (_, n) => {
    return () => ask(url, { token: attackers[n % accounts]!, query: next() })
  })
}

async function makeKnown(): Promise<void> {
  for (let number = 0; number < 2 * KNOWN; number += 1) {
    await ask(url, { token: attackers[0]!, query: operation(number) })
  }
}

/** The delay of the router's event loop since the last call, 99th percentile, in milliseconds. */
async function loopDelay(): Promise<number> {
  const response = await fetch(`${system.address('router')}/metrics`)
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(await response.text())!
  return Number(seconds) * 1_000
}

interface Figures {
  /** By round. */
  waits: number[][]
  delays: number[]
  attacks: Received[]
}

/**
 * What somebody else measures beside a load, each in its own half of a round. Every other round has the new
 * operations first, so that neither kind gains from its place.
 */
async function compare(
  accounts: Accounts,
  measure: () => Promise<Received>,
  times: number,
): Promise<Record<(typeof KINDS)[number], Figures>> {
  const figures = { known: emptyFigures(), new: emptyFigures() }
  const loads = { known: loadOf(accounts, knownOperation), new: loadOf(accounts, newOperation) }
  for (let round = 0; round < ROUNDS; round += 1) {
    await makeKnown()
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      await loopDelay()
      const { waits, attacks } = await beside(loads[kind], measure, times)
      const delay = await loopDelay()
      figures[kind].attacks.push(...attacks)
      if (round === 0) continue
      figures[kind].waits.push(waits)
      figures[kind].delays.push(delay)
    }
  }
  return figures
}

function emptyFigures(): Figures {
  return { waits: [], delays: [], attacks: [] }
}

test.each<[string, Accounts]>([
  ['one account', 1],
  ['eight accounts', 8],
])(
  'another person waits no longer beside new operations of %s than beside known ones',
  async (attackersName, accounts) => {
    const responses: Received[] = []
    const measure = async () => {
      const response = await otherCaller()
      responses.push(response)
      return response
    }
    const { known, new: fresh } = await compare(accounts, measure, REQUESTS)
    const waits = { known: median(known.waits.map(p90)), new: median(fresh.waits.map(p90)) }
    const waitRatio = waits.new / waits.known
    const delayRatio = median(fresh.delays) / median(known.delays)
    printFigures(`new operations of ${attackersName}`, {
      'known operations': known.attacks.length,
      'new operations': fresh.attacks.length,
      'others p90 beside known': `${Math.round(waits.known)} ms`,
      'beside new': `${Math.round(waits.new)} ms`,
      ratio: waitRatio.toFixed(2),
      'p99 beside known': `${Math.round(median(known.waits.map(p99)))} ms`,
      'p99 beside new': `${Math.round(median(fresh.waits.map(p99)))} ms`,
      'loop delay p99 beside known': `${known.delays.map(Math.round).join(', ')} ms`,
      'loop delay beside new': `${fresh.delays.map(Math.round).join(', ')} ms`,
      'delay ratio': delayRatio.toFixed(2),
    })
    if (measuresOnly) return
    for (const { status, head } of [...responses, ...known.attacks, ...fresh.attacks]) {
      expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
    }
    expect(waitRatio).toBeLessThan(MAX_WAIT_RATIO)
    expect(delayRatio).toBeLessThan(MAX_DELAY_RATIO)
  },
)

test('a sign-in takes no longer beside new operations than beside known ones', async () => {
  const statuses: number[] = []
  const { known, new: fresh } = await compare(8, () => signIn(statuses), SIGN_INS)
  const waits = { known: median(known.waits.flat()), new: median(fresh.waits.flat()) }
  const ratio = waits.new / waits.known
  printFigures('new operations beside sign-ins', {
    'median beside known': `${Math.round(waits.known)} ms`,
    'beside new': `${Math.round(waits.new)} ms`,
    ratio: ratio.toFixed(2),
  })
  if (measuresOnly) return
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(ratio).toBeLessThan(MAX_WAIT_RATIO)
})

async function signIn(statuses: number[]): Promise<Received> {
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${system.address('identity')}/sign-in`)
  const began = performance.now()
  const { status } = await signInOn(userAgent, page, { username: 'oscar' })
  statuses.push(status)
  return { status, bytes: 0, head: '', ms: performance.now() - began }
}

test('a flood of new operations is refused at the limit, and the new operation of another person is planned', async () => {
  const flood = Array.from({ length: FLOOD }, () => {
    return ask(url, { token: attackers[0]!, query: deepOperation((used += 1)) })
  })
  const [asked, ...responses] = await Promise.all([
    ask(url, { token: other, query: newOperation() }),
    ...flood,
  ])
  const refused = responses.filter(({ status }) => status === 500)
  printFigures(`${FLOOD} new operations of one account at once`, { refused: refused.length })
  if (measuresOnly) return
  expect([asked.status, asked.head]).toEqual([200, expect.not.stringContaining('errors')])
  // One is planned and eight wait. More are planned while the flood arrives.
  expect(refused.length).toBeGreaterThan(10)
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(9)
  for (const { head } of refused) {
    expect(head).toContain('at most 8 of one caller')
    expect(head).toContain('"retry":true')
  }
})
