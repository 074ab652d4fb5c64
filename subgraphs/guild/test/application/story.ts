// A role of an organization, and those who apply for it, for these tests.
import { beforeEach } from 'vitest'
import type { Person, TestSubgraph } from '#test/subgraph.ts'
import { APPLY, storyOf } from '../story.ts'

export const ROLE_CLOSED = { code: 'VALIDATION_ERROR', details: { reason: 'ROLE_CLOSED' } }

/** Before each test: ada is steward of an organization with a role of three openings, and grace is at level 10. */
export function roleOf(guild: TestSubgraph) {
  const story = storyOf(guild)
  const ada = {} as Person
  const grace = {} as Person
  const role = { id: '', organizationId: '' }
  beforeEach(async () => {
    Object.assign(ada, await story.someone())
    Object.assign(grace, await story.someone({ xp: 4_500 }))
    role.organizationId = await story.found(ada)
    role.id = await story.post(ada, role.organizationId)
  })

  const request = async (as: Person, id = role.id): Promise<string> =>
    (await story.apply(as, id)).application.id
  const refusal = (as: { id: string }, id: string, input?: object) =>
    guild.refusal(APPLY, { as, variables: { id, input } })
  const openingsOf = async (id: string) => {
    const query = 'query ($id: ID!) { role(id: $id) { openings } }'
    return (await guild.ask(query, { as: ada, variables: { id } })).role.openings as number
  }

  return { story, ada, grace, role, request, refusal, openingsOf }
}
