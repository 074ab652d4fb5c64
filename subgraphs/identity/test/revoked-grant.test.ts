// Services read revoked grants.
import { Client } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addClient, addGrants } from '#test/grant-story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import type { IdentityTables } from '../tables.ts'

const LIST = `query ($since: DateTimeISO, $after: String) {
  endedGrants(since: $since, after: $after) { asOf grants { grantId endedAt } next }
}`

const identity = testSubgraph('identity')
beforeAll(async () => {
  await addClient(identity, 'test-client')
})
beforeEach(async () => {
  await identity.tables<IdentityTables>('identity').deleteFrom('grants').execute()
})

const ago = (seconds: number) => new Date(identity.clock.now.getTime() - seconds * 1_000)
const end = (...grants: { id: string; endedAt: Date | null }[]) => addGrants(identity, grants)
const list = async (variables = {}) =>
  (await identity.ask(LIST, { service: 'path', variables })).endedGrants
const idsOf = async (variables = {}) =>
  (await list(variables)).grants.map(({ grantId }: { grantId: string }) => grantId)

test('Grants of the last hour and a minute are listed, oldest first', async () => {
  await end(
    { id: 'expired', endedAt: ago(3_661) },
    { id: 'going on', endedAt: null },
    { id: 'new', endedAt: ago(0) },
    { id: 'old', endedAt: ago(3_660) },
    { id: 'b', endedAt: ago(60) },
    { id: 'a', endedAt: ago(60) },
  )
  expect(await list()).toEqual({
    asOf: identity.clock.now.toISOString(),
    grants: [
      { grantId: 'old', endedAt: ago(3_660).toISOString() },
      { grantId: 'a', endedAt: ago(60).toISOString() },
      { grantId: 'b', endedAt: ago(60).toISOString() },
      { grantId: 'new', endedAt: ago(0).toISOString() },
    ],
    next: null,
  })
})

test('Only grants since a given time are listed, and never older ones', async () => {
  await end(
    { id: 'expired', endedAt: ago(4_000) },
    { id: 'old', endedAt: ago(61) },
    { id: 'new', endedAt: ago(60) },
  )
  expect(await idsOf({ since: ago(60) })).toEqual(['new'])
  expect(await idsOf({ since: ago(5_000) })).toEqual(['old', 'new'])
})

test('A thousand grants are listed at once, and the rest afterwards', async () => {
  const endedAt = ago(60)
  const ids = Array.from({ length: 2_001 }, (_, index) => `grant_${10_000 + index}`)
  await end(...ids.map((id) => ({ id, endedAt })))
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await list({ after })
    expect(page.grants.length).toBeLessThanOrEqual(1_000)
    seen.push(...page.grants.map(({ grantId }: { grantId: string }) => grantId))
    after = page.next
  } while (after !== null)
  expect(seen).toEqual(ids)
})

test('A revocation that is committed a minute later is after the time of the list before', async () => {
  const { now } = identity.clock
  identity.clock.now = new Date()
  await end({ id: 'late', endedAt: null })
  const writer = new Client({ connectionString: identity.databaseUrl })
  await writer.connect()
  await writer.query('begin')
  await writer.query(`update identity.grants set ended_at = $1 where id = 'late'`, [ago(0)])
  identity.clock.now = ago(-60)
  const { asOf } = await list()
  await writer.query('commit')
  await writer.end()
  expect(await idsOf({ since: new Date(Date.parse(asOf) - 30_000) })).toEqual(['late'])
  identity.clock.now = now
})

test('A forged cursor is refused', async () => {
  const asking = { service: 'path', variables: { after: 'made up' } }
  expect(await identity.refusal(LIST, asking)).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { field: 'after' },
  })
})

test('Only services may read revoked grants', async () => {
  const ada = await identity.join('ada')
  expect(await identity.refusal(LIST, { as: ada })).toMatchObject({
    details: { reason: 'service_token' },
  })
})
