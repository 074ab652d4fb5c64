// Finding organizations and roles: filters, orders and searches.
import { beforeAll, describe, expect, test } from 'vitest'
import { addOrganization, addRole } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { Organization, Role } from '../tables.ts'

const guild = testSubgraph('guild')
let ada: Person
let grace: Person
let wardens: string
const day = (date: number) => new Date(Date.UTC(2026, 3, date))

beforeAll(async () => {
  ada = await guild.join('ada')
  grace = await guild.join('grace')
  wardens = await addOrganization(guild, { name: 'Wardens', house: 'Tide', createdAt: day(1) })
  const closed = { name: 'Archivists', house: 'Tide', openToJoin: false, createdAt: day(2) }
  const archivists = await addOrganization(guild, closed)
  await addOrganization(guild, { name: 'Lamplighters', house: 'Ember', createdAt: day(3) })
  const gone = { name: 'Tide Ghosts', house: 'Tide', createdAt: day(4), retiredAt: day(5) }
  await addOrganization(guild, gone)
  // Active in one, and with a pending request in the other.
  for (const id of [wardens, archivists]) {
    const query = 'mutation ($id: ID!) { joinOrganization(organizationId: $id) { created } }'
    await guild.ask(query, { as: ada, variables: { id } })
  }
  const roles: Partial<Role>[] = [
    { title: 'Ferry Hand', organizationId: wardens },
    { title: 'Clerk', organizationId: archivists },
    { title: 'Bell Ringer', organizationId: wardens, openings: 0 },
    { title: 'Gone', organizationId: wardens, openings: 0, retiredAt: day(9) },
  ]
  for (const [index, role] of roles.entries()) {
    await addRole(guild, { ...role, createdAt: day(index + 1) })
  }
})

async function find(list: string, args: string, as = ada) {
  const name = list === 'roles' ? 'title' : 'name'
  const response = await guild.ask(`{ ${list}(${args}) { nodes { ${name} } totalCount } }`, { as })
  const names = response[list].nodes.map((item: Organization & Role) => item[name]) as string[]
  expect(response[list].totalCount).toBe(names.length)
  return names
}

describe('organizations', () => {
  test.each([
    ['house: "Tide"', ['Archivists', 'Wardens']],
    ['house: "Nowhere"', []],
    ['member: true', ['Wardens']],
    ['member: false', ['Lamplighters', 'Archivists']],
    ['member: false, house: "Tide"', ['Archivists']],
    ['orderBy: name', ['Archivists', 'Lamplighters', 'Wardens']],
    ['orderBy: oldest', ['Wardens', 'Archivists', 'Lamplighters']],
    ['search: "lamplihgters"', ['Lamplighters']],
    ['search: "beacons", house: "Ember"', ['Lamplighters']],
    ['search: "ghosts"', []],
  ])('Organizations are found by %s', async (args, names) => {
    expect(await find('organizations', args)).toEqual(names)
  })

  test('The membership filter uses only the caller’s memberships', async () => {
    expect(await find('organizations', 'member: true', grace)).toEqual([])
    expect(await find('organizations', 'member: false', grace)).toHaveLength(3)
  })
})

describe('roles', () => {
  test.each([
    ['first: 20', ['Clerk', 'Ferry Hand']],
    ['open: null', ['Clerk', 'Ferry Hand']],
    ['open: true', ['Clerk', 'Ferry Hand']],
    ['open: false', ['Bell Ringer']],
    ['organization: "WARDENS"', ['Ferry Hand']],
    ['organization: "WARDENS", open: false', ['Bell Ringer']],
    ['organization: "organization_unknown"', []],
    ['orderBy: title', ['Clerk', 'Ferry Hand']],
    ['orderBy: oldest', ['Ferry Hand', 'Clerk']],
    ['search: "ferry hnad"', ['Ferry Hand']],
    ['search: "beacon", open: false', ['Bell Ringer']],
  ])('Roles are found by %s', async (args, titles) => {
    expect(await find('roles', args.replace('WARDENS', wardens))).toEqual(titles)
  })
})

test('Nobody finds a hidden organization or its roles', async () => {
  const id = await addOrganization(guild, { name: 'Smugglers', house: 'Terra' })
  await addRole(guild, { title: 'Lookout', organizationId: id, openings: 0 })
  const found = async (as: Person) => [
    ...(await find('organizations', 'house: "Terra"', as)),
    ...(await find('organizations', 'search: "smugglers"', as)),
    ...(await find('roles', `organization: "${id}", open: false`, as)),
    ...(await find('roles', 'search: "lookout", open: false', as)),
  ]
  expect(await found(ada)).toEqual(['Smugglers', 'Smugglers', 'Lookout', 'Lookout'])
  const admin = await guild.join('admin', { role: 'admin' })
  await guild.ask(
    'mutation ($input: HideOrganizationInput!) { hideOrganization(input: $input) { id } }',
    {
      as: admin,
      scopes: ['identity', 'admin'],
      variables: { input: { id, reason: 'They smuggle.' } },
    },
  )
  expect(await found(ada)).toEqual([])
  expect(await found(admin)).toEqual([])
})
