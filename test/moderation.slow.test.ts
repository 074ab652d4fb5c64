// Hidden content is unreachable over every path of the whole system, and reachable again once it is shown.
import { beforeAll, describe, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSystem, type Person } from '#test/system.ts'

const system = testSystem({ topology: 'over HTTP' })
let admin: Person
/** The author and steward, a member of the organization, and somebody else. */
let ada: Person
let grace: Person
let alan: Person
let scroll: string
let organization: string
let role: string
let realm: string

beforeAll(async () => {
  admin = await system.join('root', { role: 'admin' })
  ada = await system.join('ada')
  grace = await system.join('grace')
  alan = await system.join('alan', { house: 'Ember' })
  scroll = (await act(ada, 'publishScroll(input: { title: "Secret", content: "Secret." }) { id }'))
    .id
  const founding = '{ name: "Secret", description: "Secret.", openToJoin: true }'
  organization = (await act(ada, `foundOrganization(input: ${founding}) { id }`)).id
  const posting = `{ organizationId: "${organization}", title: "Secret", description: "Secret.", minLevel: 1, openings: 2 }`
  role = (await act(ada, `postRole(input: ${posting}) { id }`)).id
  await act(grace, `joinOrganization(organizationId: "${organization}") { created }`)
  await act(grace, `applyForRole(roleId: "${role}") { created }`)
  realm = await addRealm(system)
  await addPlace(system, { realmId: realm, name: 'Desk', refType: 'Scroll', refId: scroll })
  await addPlace(system, {
    realmId: realm,
    name: 'Hall',
    refType: 'Organization',
    refId: organization,
  })
})

/** The value of the root field of a mutation at the router. */
async function act(as: Person, field: string, scope = 'identity') {
  const token = await as.token({ scope })
  const { body } = await system.graphql(`mutation { ${field} }`, { token })
  expect(body.errors, field).toBeUndefined()
  return Object.values(body.data as Record<string, { id: string }>)[0]!
}

const LISTS = ['scrolls', 'organizations', 'roles']
const SCROLL = 'id title content authorIdentity { id scrolls { nodes { title } totalCount } }'
const ORGANIZATION = `
  id name description roles { nodes { title } totalCount }
  members { nodes { member { memberships { nodes { organization { name } } totalCount } } } }
`

/** Every path to the scroll, the organization or its role, with the text of its response. */
async function readAll(as: Person, scope = 'identity'): Promise<Record<string, string>> {
  const token = await as.token({ scope })
  const queries = [
    `{ scrolls { nodes { ${SCROLL} } totalCount } }`,
    `{ scroll(id: "${scroll}") { ${SCROLL} } }`,
    `{ organizations { nodes { ${ORGANIZATION} } totalCount } }`,
    `{ organization(id: "${organization}") { ${ORGANIZATION} } }`,
    `{ roles { nodes { title organization { name } } totalCount } }`,
    `{ role(id: "${role}") { title organization { name } } }`,
    `{ places(realmId: "${realm}") { nodes {
      name ref { ... on Scroll { ${SCROLL} } ... on Organization { ${ORGANIZATION} } }
    } } }`,
    ...[ada, grace].map(
      ({ id }) => `{ identity(id: "${id}") {
        scrolls { nodes { title } totalCount }
        memberships { nodes { organization { name } } totalCount }
        applications { nodes { role { title } } totalCount }
      } }`,
    ),
  ]
  const read: [string, string][] = []
  for (const query of queries) {
    const { body } = await system.graphql(query, { token })
    read.push([query, JSON.stringify(body.data)])
  }
  for (const list of LISTS) {
    const service = list === 'scrolls' ? 'scroll' : 'guild'
    for (const path of [`/api/${list}`, `/api/${list}?page=1`]) {
      const { body } = await system.fetch(`${system.address(service)}${path}`, { token })
      read.push([path, JSON.stringify(body)])
    }
  }
  return Object.fromEntries(read)
}

/** Texts that must not appear in responses to people who may not see the content. */
const isSilent = (response: string) =>
  !response.includes('Secret') && ![scroll, organization, role].some((id) => response.includes(id))

const HIDE = [
  () => `hideScroll(input: { id: "${scroll}", reason: "R" }) { id }`,
  () => `hideOrganization(input: { id: "${organization}", reason: "R" }) { id }`,
]
const SHOW = [
  () => `unhideScroll(scrollId: "${scroll}") { id }`,
  () => `unhideOrganization(organizationId: "${organization}") { id }`,
]
const moderate = async (fields: (() => string)[]) => {
  for (const field of fields) await act(admin, field(), 'identity admin')
}

describe('hidden and shown again', () => {
  test('strangers and members find hidden content on no path, and again on every path once it is shown', async () => {
    const before = await Promise.all([grace, alan].map((as) => readAll(as)))
    for (const responses of before) {
      expect(
        Object.values(responses).filter((response) => !isSilent(response)).length,
      ).toBeGreaterThan(11)
    }
    await moderate(HIDE)
    for (const responses of await Promise.all([grace, alan].map((as) => readAll(as)))) {
      for (const [path, response] of Object.entries(responses)) {
        expect(isSilent(response), `${path}\n${response}`).toBe(true)
        expect(response).not.toMatch(/"total(Count)?":[1-9]/)
      }
    }
    await moderate(SHOW)
    expect(await Promise.all([grace, alan].map((as) => readAll(as)))).toEqual(before)
  })

  test('the audit trail has each change with its reason', async () => {
    const token = await admin.token({ scope: 'identity admin' })
    const query = '{ auditEvents(first: 100) { nodes { kind details } } }'
    const entries = async () => {
      const { nodes } = (await system.graphql(query, { token })).body.data.auditEvents
      return nodes as { kind: string; details: { id?: string; service?: string } }[]
    }
    const by = admin.id
    for (const [service, type, id] of [
      ['scroll', 'Scroll', scroll],
      ['guild', 'Organization', organization],
    ]) {
      const details = { type, id, service, by }
      await expect.poll(entries).toEqual(
        expect.arrayContaining([
          { kind: 'content_hidden', details: { ...details, reason: 'R' } },
          { kind: 'content_shown', details },
        ]),
      )
    }
  })

  test('the author and steward read the reason, an administrator by id, and REST refuses the others', async () => {
    await moderate(HIDE)
    const moderation = { reason: 'R' }
    const query = `{
      scroll(id: "${scroll}") { title moderation { reason } }
      organization(id: "${organization}") { name moderation { reason } }
    }`
    const response = {
      scroll: { title: 'Secret', moderation },
      organization: { name: 'Secret', moderation },
    }
    const administrator = await admin.token({ scope: 'identity admin' })
    for (const token of [await ada.token(), administrator]) {
      expect((await system.graphql(query, { token })).body.data).toEqual(response)
    }
    for (const as of [grace, alan, admin]) {
      const { body } = await system.graphql(query, { token: await as.token() })
      expect(body.data).toEqual({ scroll: null, organization: null })
    }
    const calls = [
      ['POST', 'guild', `/api/organizations/${organization}/join`],
      ['POST', 'guild', `/api/roles/${role}/apply`],
      ['PATCH', 'scroll', `/api/scrolls/${scroll}`],
      ['DELETE', 'scroll', `/api/scrolls/${scroll}`],
    ] as const
    for (const [method, service, path] of calls) {
      const url = `${system.address(service)}${path}`
      const { status, body } = await system.fetch(url, { method, token: await grace.token() })
      expect([status, body.error.code], path).toEqual([404, 'NOT_FOUND'])
    }
    await moderate(SHOW)
  })
})
