// Revoked grants: which pages of Identity's list are fetched, kept and dropped.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  createRevokedGrants,
  type RevokedGrantInput,
  type RevokedGrantPage,
  type RevokedGrants,
} from '#foundation/auth/revoked-grants.ts'
import { isReported } from '#foundation/domain/errors.ts'
import { createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { createMetrics, measureRevokedGrants } from '#foundation/telemetry/metrics.ts'
import { callerOf, testLog } from '#test/caller.ts'

const NOON = Date.UTC(2026, 2, 4, 12)
const SECOND = 1_000
const HOUR = 3_600_000

let time: number
let asked: RevokedGrantInput[]
let warned: string[]
/** Identity's responses, page by page; an Error is an outage. */
let responses: (Partial<RevokedGrantPage> | Error)[]
beforeEach(() => {
  time = NOON
  asked = []
  warned = []
  responses = []
})

const log = Object.assign(Object.create(testLog) as typeof testLog, {
  warn: (_about: object, words: string) => void warned.push(words),
  error: (_about: object, words: string) => void warned.push(words),
})
const now = () => new Date(time)
const iso = (ms: number) => new Date(ms).toISOString()
const revoked = (grantId: string, at = time) => ({ grantId, endedAt: iso(at) })

/** The list under test; `asked` holds what it sent to Identity. */
function listRevoked() {
  const fetchPage = (input: RevokedGrantInput): Promise<RevokedGrantPage> => {
    asked.push(input)
    const response = responses.shift() ?? {}
    if (response instanceof Error) return Promise.reject(response)
    return Promise.resolve({ asOf: iso(time), grants: [], next: null, ...response })
  }
  return createRevokedGrants(fetchPage, { log, now })
}

/** Fetches while Identity is away. */
const fail = (grants: RevokedGrants) => expect(grants.refresh()).rejects.toThrow('away')

const away = () => new Error('away')

describe('the first fetch', () => {
  test('the first fetch is awaited', async () => {
    const grants = listRevoked()
    const known = grants.has('one')
    responses = [{ grants: [revoked('one')] }]
    await grants.refresh()
    expect(await known).toBe(true)
    expect(await grants.has('another')).toBe(false)
  })

  test('a failed first fetch is not awaited again', async () => {
    const grants = listRevoked()
    const known = grants.has('one')
    const failure = away()
    responses = [failure]
    await fail(grants)
    expect(isReported(failure)).toBe(true)
    expect(await known).toBe(false)
  })
})

describe('the list', () => {
  test('the list is read to its last page', async () => {
    const grants = listRevoked()
    responses = [
      { grants: [revoked('one')], next: 'a' },
      { grants: [revoked('two')], next: 'b' },
      { grants: [revoked('three')] },
    ]
    await grants.refresh()
    expect(asked).toEqual([{}, { after: 'a' }, { after: 'b' }])
    for (const id of ['one', 'two', 'three']) expect(await grants.has(id)).toBe(true)
  })

  test('a fetch begins 30 seconds before the last complete one', async () => {
    const grants = listRevoked()
    await grants.refresh()
    const since = iso(NOON - 30 * SECOND)
    time += 5 * SECOND
    responses = [{ grants: [revoked('one')], next: 'a' }, away()]
    await fail(grants)
    expect(await grants.has('one')).toBe(true)
    time += 5 * SECOND
    await grants.refresh()
    expect(asked).toEqual([{}, { since }, { since, after: 'a' }, { since }])
    time += 5 * SECOND
    await grants.refresh()
    expect(asked.at(-1)).toEqual({ since: iso(NOON + 10 * SECOND - 30 * SECOND) })
  })

  test('a grant is dropped when all of its tokens have expired', async () => {
    const grants = listRevoked()
    responses = [{ grants: [revoked('one'), revoked('two', NOON + SECOND)] }]
    await grants.refresh()
    time = NOON + HOUR + 60 * SECOND
    await grants.refresh()
    expect(await grants.has('one')).toBe(true)
    time += 1
    await grants.refresh()
    expect(await grants.has('one')).toBe(false)
    expect(await grants.has('two')).toBe(true)
  })

  test('the list has at most 100,000 grants, drops the oldest and logs it', async () => {
    const grants = listRevoked()
    const page = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => revoked(`grant ${first + index}`))
    responses = [{ grants: page(0, 100_000), next: 'a' }, { grants: page(100_000, 2) }]
    await grants.refresh()
    expect(await grants.has('grant 1')).toBe(false)
    expect(await grants.has('grant 2')).toBe(true)
    expect(await grants.has('grant 100001')).toBe(true)
    expect(warned).toEqual(['too many revoked grants: tokens of the oldest are accepted again'])
  })
})

describe('during an outage of Identity', () => {
  test('known grants stay during an outage, which is logged once', async () => {
    const grants = listRevoked()
    responses = [{ grants: [revoked('one')] }, away(), away(), {}, away()]
    for (const outages of [0, 1, 1, 1, 2]) {
      await (responses[0] instanceof Error ? fail(grants) : grants.refresh())
      expect(warned).toHaveLength(outages)
      expect(await grants.has('one')).toBe(true)
    }
  })

  test('a metric shows the age of the last successful fetch', async () => {
    const grants = listRevoked()
    const metrics = createMetrics('test')
    measureRevokedGrants(metrics, () => grants.ageSeconds())
    const measured = async () => {
      const { values } = await metrics.registry.getSingleMetric('ended_grants_age_seconds')!.get()
      return values[0]!.value
    }
    expect(await measured()).toBe(Infinity)
    expect(await metrics.registry.metrics()).toContain(
      'ended_grants_age_seconds{service="test"} +Inf',
    )
    responses = [{}, away()]
    await grants.refresh()
    time += 7 * SECOND
    await fail(grants)
    expect(await measured()).toBe(7)
  })
})

test('A fetch that ends because this process stops is not logged', async () => {
  const server = createServer(() => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  const client = createSubgraphClient({ name: 'identity', url, serviceTokens: undefined })
  const fetchPage = () => client.execute({ query: '{ a }' }, { ...callerOf(), log }) as never
  const fetching = createRevokedGrants(fetchPage, { log, now }).refresh()
  await once(server, 'request')
  await client.close()
  await expect(fetching).rejects.toSatisfy(isReported)
  expect(warned).toEqual([])
})
