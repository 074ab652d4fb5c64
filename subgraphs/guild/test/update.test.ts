// Administrators change organizations and roles, and add roles without being stewards.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import {
  ADD_ROLE,
  administer,
  RETIRE_ROLE,
  UPDATE_ORGANIZATION,
  UPDATE_ROLE,
} from './administration.ts'
import { roleInput, storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)
let admin: Person
let ada: Person
let act: ReturnType<typeof administer>
let organizationId: string
beforeAll(async () => {
  admin = await story.someone({ role: 'admin' })
  ada = await story.someone()
  act = administer(guild, admin)
})
beforeEach(async () => {
  organizationId = await story.found(ada)
})

const invalid = (field: string, reason: string) => ({
  code: 'VALIDATION_ERROR',
  details: { field, reason },
})

describe('an organization', () => {
  test('An update of an organization changes only the given fields', async () => {
    const before = {
      id: organizationId,
      name: 'Analytical Society',
      description: 'Reads, checks and publishes proofs.',
      house: 'Aether',
      memberCount: 1,
      openToJoin: false,
      createdAt: guild.clock.now.toISOString(),
      retiredAt: null,
    }
    const nothing = { id: organizationId, name: null, house: null, openToJoin: null }
    expect(await act(UPDATE_ORGANIZATION, { input: nothing })).toEqual(before)
    expect(await act.audited(organizationId)).toEqual([])
    const input = { id: organizationId, house: 'Tide', openToJoin: true, name: before.name }
    const changed = { ...before, house: 'Tide', openToJoin: true }
    expect(await act(UPDATE_ORGANIZATION, { input })).toEqual(changed)
    const details = { type: 'Organization', id: organizationId, by: admin.id }
    expect(await act.audited(organizationId)).toEqual([
      { kind: 'content_updated', details: { ...details, changed: ['house', 'openToJoin'] } },
    ])
    const joined = await story.join(await story.someone(), organizationId)
    expect(joined.membership).toMatchObject({ status: 'active', organization: { memberCount: 2 } })
  })

  test.each([
    ['name', '', 'must have 1 to 100 characters'],
    ['name', '\u200B', 'must not be blanks alone'],
    ['description', 'd'.repeat(2_001), 'must have 1 to 2000 characters'],
    ['house', ' ', 'must not be blanks alone'],
    ['house', 'h'.repeat(101), 'must have 1 to 100 characters'],
  ])('An organization is not updated to a %s out of its bounds', async (field, value, reason) => {
    // Input is validated before the organization is looked up.
    const input = { id: 'organization_unknown', [field]: value }
    expect(await act.refusal(UPDATE_ORGANIZATION, { input })).toEqual(invalid(field, reason))
  })
})

describe('a role', () => {
  test('An administrator can add a role without being a steward', async () => {
    const input = roleInput(organizationId)
    const added = await act(ADD_ROLE, { input })
    expect(added).toEqual({
      ...input,
      id: expect.stringMatching(/^role_/) as string,
      createdAt: guild.clock.now.toISOString(),
      retiredAt: null,
    })
    const query = '{ roles(first: 100) { nodes { id } } }'
    expect((await guild.ask(query, { as: ada })).roles.nodes).toContainEqual({ id: added.id })
    const details = { type: 'Role', id: added.id, by: admin.id }
    expect(await act.audited(added.id)).toEqual([{ kind: 'content_added', details }])
  })

  test('An update of a role changes only the given fields', async () => {
    const id = await story.post(ada, organizationId)
    const before = { id, ...roleInput(organizationId), retiredAt: null }
    expect(await act(UPDATE_ROLE, { input: { id, title: null } })).toMatchObject(before)
    expect(await act.audited(id)).toEqual([])
    const input = { id, title: 'Reader', description: before.description, openings: 0 }
    const changed = { ...before, title: 'Reader', openings: 0 }
    expect(await act(UPDATE_ROLE, { input })).toMatchObject(changed)
    const retired = await act(RETIRE_ROLE, { id })
    expect(await act(UPDATE_ROLE, { input: { id, minLevel: 1_000 } })).toEqual({
      ...retired,
      minLevel: 1_000,
    })
    const details = { type: 'Role', id, by: admin.id }
    expect(await act.audited(id)).toEqual([
      { kind: 'content_updated', details: { ...details, changed: ['title', 'openings'] } },
      { kind: 'content_retired', details },
      { kind: 'content_updated', details: { ...details, changed: ['minLevel'] } },
    ])
  })

  test.each([
    ['title', '', 'must have 1 to 100 characters'],
    ['description', '', 'must have 1 to 2000 characters'],
    ['minLevel', 0, 'must be from 1 to 1000'],
    ['openings', 1_001, 'must be from 1 to 1000'],
  ])('A role with a %s out of its bounds is refused', async (field, value, reason) => {
    const input = roleInput('organization_unknown', { [field]: value })
    expect(await act.refusal(ADD_ROLE, { input })).toEqual(invalid(field, reason))
    const change = { id: 'role_unknown', [field]: value }
    const least = field === 'openings' ? reason.replace('1 to', '0 to') : reason
    expect(await act.refusal(UPDATE_ROLE, { input: change })).toEqual(invalid(field, least))
  })
})
