// What the router sends to services: larger requests than clients may send, plans, and what it measures.
import { parse } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { newId } from '#foundation/domain/ids.ts'
import { addOrganization } from '#test/story.ts'
import { testSystem } from '#test/system.ts'
import type { GuildTables } from '../../subgraphs/guild/tables.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { askForPlan } from './plan.ts'

const system = testSystem({ topology: 'over HTTP' })
let token: string
beforeAll(async () => {
  token = await (await system.join('ada')).token()
})

test('A field for services is not in the schema of the router', async () => {
  const query = 'mutation ($input: GrantXpInput!) { grantXp(input: $input) { xp } }'
  const variables = { input: { key: 'k', identityId: 'identity_unknown', amount: 1 } }
  const { status } = await system.graphql(query, { token, variables })
  expect(status).toBe(400)
})

const MEMBERS = `{ organizations(first: 100) { nodes {
  members(first: 100) { nodes { member { displayName } } } } } }`
const PERSONS = 1_600

test('A request of the router may be larger than one of a client', async () => {
  await addMembers(PERSONS)
  const { body } = await system.graphql(MEMBERS, { token })
  expect(body.errors).toBeUndefined()
  const names = body.data.organizations.nodes.flatMap(
    ({ members }: { members: { nodes: { member: { displayName: string } }[] } }) =>
      members.nodes.map(({ member }) => member.displayName),
  )
  expect(new Set(names).size).toBe(PERSONS)
})

test('A document of the router may be longer than one of a client', async () => {
  const times = (count: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_value, n) => text(n)).join(' ')
  const authors = times(9, (n) => `a${n}: authorIdentity { xp }`)
  const query = `{ ${times(15, (n) => `s${n}: scrolls { nodes { ${authors} } }`)} }`
  expect(parse(query).tokenCount).toBeLessThan(1000)
  const { status, body } = await system.graphql(query, { token })
  expect(status).toBe(200)
  expect(body.errors).toBeUndefined()
})

test('A cached document of the router is still refused to a client', async () => {
  const secret = system.config.serviceSecrets!
  const proof = await createServiceTokens(secret, 'router', () => new Date()).mint('path')
  const query = `{ ${Array.from({ length: 16 }, (_value, n) => `a${n}: quests { totalCount }`).join(' ')} }`
  const send = (headers: object) => system.graphql(query, { at: 'path', token, headers })
  expect((await send({ [SERVICE_TOKEN_HEADER]: proof })).status).toBe(200)
  expect((await send({})).status).toBe(400)
})

test('Outside production, a request may ask the router for its plan', async () => {
  const { body } = await askForPlan(system, token)
  expect(body.data.me).toMatchObject({ username: 'ada' })
  const [identity, path] = body.extensions.plan.node.nodes
  expect(identity).toMatchObject({ kind: 'Fetch', service: 'identity' })
  expect(path).toMatchObject({ service: 'path', entities: ['Identity'], paths: ['me'] })
  expect(Object.keys(path)).toEqual(['kind', 'service', 'entities', 'paths', 'operation'])
})

test('The router measures plans, fetches and subgraphs', async () => {
  await askForPlan(system, token)
  const { body: text } = await system.fetch(`${system.address('router')}/metrics`)
  for (const series of [
    'query_plan_lookups_total{result="hit",service="router"}',
    'subgraph_response_bytes_total{subgraph="path",service="router"}',
    'operation_fetches_count{service="router"}',
  ]) {
    const line = text.split('\n').find((each: string) => each.startsWith(`${series} `))
    expect(Number(line?.slice(series.length)), series).toBeGreaterThan(0)
  }
  expect(text).toContain('query_planner_restarts_total{planner="native",service="router"} 0')
})

/** Members of new organizations, a hundred in each. */
async function addMembers(count: number): Promise<void> {
  const people = Array.from({ length: count }, (_value, n) => ({
    id: newId('identity'),
    username: `member_${n}`,
    displayName: `Member ${n}`,
    house: 'Aether',
    archetype: 'Architect',
  }))
  await system.tables<IdentityTables>('identity').insertInto('identities').values(people).execute()
  for (let from = 0; from < count; from += 100) {
    const organizationId = await addOrganization(system)
    const memberships = people.slice(from, from + 100).map(({ id }) => ({
      id: newId('membership'),
      organizationId,
      identityId: id,
      status: 'active' as const,
      requestedAt: new Date(),
    }))
    const guild = system.tables<GuildTables>('guild')
    await guild.insertInto('memberships').values(memberships).execute()
  }
}
