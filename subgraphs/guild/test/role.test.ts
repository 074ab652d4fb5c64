// Roles: posting and closing them.
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { CLOSE_ROLE, NOT_STEWARD, POST_ROLE, roleInput, storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)

/** Ada is steward of the organization, and grace a member. */
let ada: Person
let grace: Person
let organizationId: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  organizationId = await story.found(ada, { openToJoin: true })
  await story.join(grace, organizationId)
})
const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)
const listed = async () => {
  const { roles } = await guild.ask('{ roles(first: 100) { nodes { id } totalCount } }', {
    as: ada,
  })
  return { ids: idsOf(roles), totalCount: roles.totalCount as number }
}

describe('posting a role', () => {
  const refusal = (as: { id: string }, about: object = {}) =>
    guild.refusal(POST_ROLE, { as, variables: { input: roleInput(organizationId, about) } })

  test('A posted role is on the list', async () => {
    const input = roleInput(organizationId, { minLevel: 1_000, openings: 1_000 })
    const { postRole } = await guild.ask(POST_ROLE, { as: ada, variables: { input } })
    expect(postRole).toEqual({
      ...input,
      id: expect.stringMatching(/^role_/) as string,
      createdAt: guild.clock.now.toISOString(),
      organization: { name: 'Analytical Society' },
    })
    expect((await listed()).ids).toContain(postRole.id)
  })

  test.each([
    ['title', '', 'must have 1 to 100 characters'],
    ['title', 't'.repeat(101), 'must have 1 to 100 characters'],
    ['title', '\u200B', 'must not be blanks alone'],
    ['description', '', 'must have 1 to 2000 characters'],
    ['description', 'd'.repeat(2_001), 'must have 1 to 2000 characters'],
    ['minLevel', 0, 'must be from 1 to 1000'],
    ['minLevel', 1_001, 'must be from 1 to 1000'],
    ['openings', 0, 'must be from 1 to 1000'],
    ['openings', 1_001, 'must be from 1 to 1000'],
  ])('A posted role with a %s out of its bounds is refused', async (field, value, reason) => {
    // Input is validated before the caller and the organization are looked at.
    expect(await refusal(grace, { organizationId: 'unknown', [field]: value })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })

  test('Only stewards of the organization can post a role', async () => {
    expect(await refusal(grace)).toEqual(NOT_STEWARD)
    expect(await refusal(await story.someone())).toEqual(NOT_STEWARD)
  })
})

describe('closing a role', () => {
  const refusal = (as: { id: string }, id: string) =>
    guild.refusal(CLOSE_ROLE, { as, variables: { id } })

  test('A closed role is off the list and stays with its organization', async () => {
    const closed = await story.post(ada, organizationId)
    guild.clock.now = new Date(guild.clock.now.getTime() + 1)
    const kept = await story.post(ada, organizationId)
    expect(await story.close(ada, closed)).toEqual({ id: closed, openings: 0 })
    expect(await story.close(ada, closed)).toEqual({ id: closed, openings: 0 })
    const { ids } = await listed()
    expect([ids.includes(kept), ids.includes(closed)]).toEqual([true, false])
    const query = 'query ($id: ID!) { organization(id: $id) { roles { nodes { id } totalCount } } }'
    const { organization } = await guild.ask(query, { as: ada, variables: { id: organizationId } })
    expect(organization.roles).toEqual({ nodes: [{ id: kept }, { id: closed }], totalCount: 2 })
  })

  test('Only stewards of its organization can close a role', async () => {
    const id = await story.post(ada, organizationId)
    expect(await refusal(grace, id)).toEqual(NOT_STEWARD)
  })
})
