// While one service is away, only its own fields are missing, each with one coded error.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addProposal, addQuest } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'

const DASHBOARD = `{
  me {
    displayName house archetype level xp
    credentials { type issuedAt }
    completedQuests { nodes { title } }
  }
  quests(first: 5) { nodes { id title xpReward } totalCount }
}`

let system: TestSystem
let ada: Person
beforeAll(async () => void (system = await startTestSystem({ topology: 'over HTTP' })))
beforeEach(async () => {
  ada = await system.join(`ada_${crypto.randomUUID().slice(0, 8)}`, { displayName: 'Ada' })
  await sql`truncate quests cascade`.execute(system.tables('path'))
  await addQuest(system, { title: 'Light the Beacon' })
})
afterEach(comeBack)
afterAll(() => system.stop())

let away: string | undefined
async function goAway(service: string): Promise<void> {
  away = service
  await system.stopService(service)
}
async function comeBack(): Promise<void> {
  if (away !== undefined) await system.startService(away)
  away = undefined
}

const missing = (service: string, path: string[]) => ({
  message: `The ${service} service does not answer.`,
  path,
  extensions: {
    code: 'INTERNAL_ERROR',
    details: { service, retry: true, requestId: expect.any(String) as string },
  },
})

test('one query fetches claims, completed quests and the quest list', async () => {
  const id = await addQuest(system, { title: 'First Steps', credentialType: 'path_initiate' })
  const token = await ada.token()
  await system.graphql(`mutation { completeQuest(questId: "${id}") { success } }`, { token })
  const { status, body } = await system.graphql(DASHBOARD, { token })
  expect(status).toBe(200)
  expect(body.errors).toBeUndefined()
  expect(body.data.me).toMatchObject({
    displayName: 'Ada',
    level: 2,
    xp: 120,
    credentials: [{ type: 'path_initiate' }],
    completedQuests: { nodes: [{ title: 'First Steps' }] },
  })
  expect(body.data.quests.totalCount).toBe(2)
})

test('with Path away, the claims are there and each missing part has one error', async () => {
  await goAway('path')
  const { status, body } = await system.graphql(DASHBOARD, { token: await ada.token() })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ me: { displayName: 'Ada', credentials: [] }, quests: null })
  expect(body.errors).toHaveLength(2)
  expect(body.errors).toEqual(
    expect.arrayContaining([
      missing('path', ['quests']),
      missing('path', ['me', 'completedQuests']),
    ]),
  )
})

test('with Identity away, a known token reads the quests, and me is null', async () => {
  const token = await ada.token()
  await system.graphql(DASHBOARD, { token })
  await goAway('identity')
  const { body } = await system.graphql(DASHBOARD, { token })
  expect(body.data.me).toBeNull()
  expect(body.data.quests.nodes).toHaveLength(1)
  expect(body.errors).toEqual([missing('identity', ['me'])])
})

test('with Identity away, a completion is kept, and a repetition has the full response', async () => {
  const rewards = { xpReward: 150, credentialType: 'path_initiate' }
  const id = await addQuest(system, { ...rewards, type: 'story' })
  const token = await ada.token()
  const complete = () =>
    system.fetch(`${system.address('path')}/api/quests/${id}/complete`, { method: 'POST', token })
  await system.fetch(`${system.address('path')}/api/quests`, { token })
  await goAway('identity')
  const refused = await complete()
  expect(refused.status).toBe(500)
  expect(refused.body.error).toEqual({
    code: 'INTERNAL_ERROR',
    message: 'The identity service does not answer.',
    details: { service: 'identity', retry: true, requestId: refused.headers.get('x-request-id') },
  })

  await comeBack()
  const { status, body } = await complete()
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, xpEarned: 150, newXP: 150, newLevel: 2 })
  expect(body.credentialIssued.type).toBe('path_initiate')
  expect((await complete()).body.error.details.reason).toBe('ALREADY_COMPLETED')
})

test('with Identity away, a vote counts, and nothing can be proposed', async () => {
  const id = await addProposal(system)
  const token = await ada.token()
  const proposals = `${system.address('governance')}/api/proposals`
  const post = (url: string, body: object) =>
    system.fetch(url, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await system.fetch(proposals, { token })
  await goAway('identity')
  const voted = await post(`${proposals}/${id}/vote`, { vote: 'yes' })
  expect(voted.status).toBe(200)
  expect(voted.body).toMatchObject({ success: true, data: { yesVotes: 1, noVotes: 0 } })
  const refused = await post(proposals, { title: 'Plant a Grove', description: 'Now.' })
  expect(refused.status).toBe(500)
  expect(refused.body.error.details).toMatchObject({ service: 'identity', retry: true })
})
