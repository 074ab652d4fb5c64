// Who is an administrator, as services ask at each administrative call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClient } from '#test/grant-story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

const ASK = `query ($identityId: ID!, $clientId: ID!) {
  administrator(identityId: $identityId, clientId: $clientId)
}`

let identity: TestSubgraph
let ada: Person
let grace: Person
beforeAll(async () => {
  identity = await startTestSubgraph('identity')
  ada = await identity.join('ada', { role: 'admin' })
  grace = await identity.join('grace')
  await addClient(identity, 'web')
  await addClient(identity, 'console', { scopes: ['identity', 'admin'] })
  const disabledAt = identity.clock.now
  await addClient(identity, 'disabled', { scopes: ['identity', 'admin'], disabledAt })
})
afterAll(() => identity.stop())

const ask = async (identityId: string, clientId: string) => {
  const variables = { identityId, clientId }
  return (await identity.ask(ASK, { service: 'learn', variables })).administrator
}

test('a person is one by their role, whatever their client may do', async () => {
  for (const client of ['web', 'console', 'disabled']) {
    expect(await ask(ada.id, client)).toBe(true)
    expect(await ask(grace.id, client)).toBe(false)
  }
  expect(await ask('identity_unknown', 'console')).toBe(false)
})

test.each([
  ['console', true],
  ['web', false],
  ['disabled', false],
  ['unknown', false],
])('a client that stands for nobody: %s, %s', async (client, answer) => {
  expect(await ask(client, client)).toBe(answer)
})

test('only services may ask', async () => {
  const variables = { identityId: ada.id, clientId: 'web' }
  expect(await identity.refusal(ASK, { as: ada, variables })).toMatchObject({
    details: { reason: 'service_token' },
  })
})
