// While Identity is away, changes of other services that need it are refused or completed later, and the others count.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addProposal, addQuest } from '#test/story.ts'
import { testSystem, type Person } from '#test/system.ts'

const system = testSystem({ topology: 'over HTTP' })
let ada: Person
let isAway = false
beforeEach(async () => {
  ada = await system.join(`ada_${crypto.randomUUID().slice(0, 8)}`)
})
afterEach(comeBack)

async function goAway(): Promise<void> {
  isAway = true
  await system.stopService('identity')
}

async function comeBack(): Promise<void> {
  if (isAway) await system.startService('identity')
  isAway = false
}

test('with Identity away, a completion is kept, and a repetition has the full response', async () => {
  const rewards = { xpReward: 150, credentialType: 'path_initiate' }
  const id = await addQuest(system, { ...rewards, type: 'story' })
  const token = await ada.token()
  const complete = () =>
    system.fetch(`${system.address('path')}/api/quests/${id}/complete`, { method: 'POST', token })
  await system.fetch(`${system.address('path')}/api/quests`, { token })
  await goAway()
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
  await goAway()
  const voted = await post(`${proposals}/${id}/vote`, { vote: 'yes' })
  expect(voted.status).toBe(200)
  expect(voted.body).toMatchObject({ success: true, data: { yesVotes: 1, noVotes: 0 } })
  const refused = await post(proposals, { title: 'Plant a Grove', description: 'Now.' })
  expect(refused.status).toBe(500)
  expect(refused.body.error.details).toMatchObject({ service: 'identity', retry: true })
})
