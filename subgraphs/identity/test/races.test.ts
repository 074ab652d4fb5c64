// Simultaneous changes of one person, by the person and by an administrator.
import { beforeAll, expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityTables } from '../tables.ts'

const UPDATE = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { displayName bio }
}`
const RENAME = `mutation ($username: String!) {
  updateUsername(input: { username: $username }) { username }
}`
const HIDE = `mutation ($id: ID!) {
  hideUsername(input: { id: $id, reason: "It insults people." }) { id }
}`

const ROUNDS = rounds(5, 30)

const identity = testSubgraph('identity')
let admin: Person
beforeAll(async () => {
  admin = await identity.join('admin_ada', { role: 'admin' })
})

const newName = () => `p${crypto.randomUUID().slice(0, 12).replace('-', '')}`
const update = (as: Person, input: object) => identity.run(UPDATE, { as, variables: { input } })

test('two edits of one profile both count, and the audit trail is consistent', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const as = await identity.join(newName(), { displayName: 'Ada' })
    const responses = await Promise.all([
      update(as, { displayName: 'Countess' }),
      update(as, { displayName: 'Lady Ada', bio: 'I write programs.' }),
    ])
    for (const { errors } of responses) expect(errors).toBeUndefined()
    const { me } = await identity.ask('{ me { displayName bio } }', { as })
    expect(me.bio).toBe('I write programs.')
    const events = await identity
      .tables<IdentityTables>('identity')
      .selectFrom('auditEvents')
      .select('details')
      .where('identityId', '=', as.id)
      .execute()
    const steps = events.map(({ details }) => {
      const { displayName, before } = details as {
        displayName: string
        before: { displayName: string }
      }
      return [before.displayName, displayName]
    })
    const first = steps.find(([before]) => before === 'Ada')!
    const second = steps.find((step) => step !== first)!
    expect(second).toEqual([first[1], me.displayName])
  }
})

test('hiding a name while it is changed hides the old or the new one, never what is shown', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const as = await identity.join(newName())
    const username = newName()
    const [renamed, hidden] = await Promise.all([
      identity.run(RENAME, { as, variables: { username } }),
      identity.run(HIDE, {
        as: admin,
        scopes: ['identity', 'admin'],
        variables: { id: as.id },
      }),
    ])
    expect([renamed.errors, hidden.errors]).toEqual([undefined, undefined])
    const query = 'query ($id: ID!) { identity(id: $id) { username } }'
    const { identity: seen } = await identity.ask(query, {
      as: admin,
      variables: { id: as.id },
    })
    const { hiddenUsername } = await identity
      .tables<IdentityTables>('identity')
      .selectFrom('identities')
      .select('hiddenUsername')
      .where('id', '=', as.id)
      .executeTakeFirstOrThrow()
    expect([as.username, username]).toContain(hiddenUsername)
    const neutral = `person_${as.id.slice(-10)}`
    expect(seen.username).toBe(hiddenUsername === username ? neutral : username)
  }
})
