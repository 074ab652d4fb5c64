// Others see a neutral name instead of a hidden one, until the person changes it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import { personClaims } from '../domain/authorization/openid-claims.ts'
import { currentUsername } from '../domain/people/username.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
let admin: Person
let reader: Person
beforeAll(async () => {
  admin = await identity.join('admin_ada', { role: 'admin' })
  reader = await identity.join('reader')
})

const ADMIN = ['identity', 'admin']
const REASON = 'It insults people.'
const FIELDS = 'username displayName bio moderation { hiddenAt reason }'
const SEE = `query ($id: ID!) { identity(id: $id) { ${FIELDS} } }`
const HIDE = `mutation ($input: HideUsernameInput!) { hideUsername(input: $input) { ${FIELDS} } }`
const UNHIDE = `mutation ($id: ID!) { unhideUsername(identityId: $id) { ${FIELDS} } }`
const RENAME = `mutation ($username: String!) {
  updateUsername(input: { username: $username }) { ${FIELDS} }
}`
const UPDATE = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { ${FIELDS} }
}`

const db = () => identity.tables<IdentityTables>('identity')
const newName = () => `p${crypto.randomUUID().slice(0, 8)}`
const hide = (id: string, reason = REASON) =>
  identity.ask(HIDE, { as: admin, scopes: ADMIN, variables: { input: { id, reason } } })
const unhide = (id: string) => identity.ask(UNHIDE, { as: admin, scopes: ADMIN, variables: { id } })
const rename = (as: Person, username: string) =>
  identity.ask(RENAME, { as, variables: { username } })
const update = (as: Person, input: object) => identity.ask(UPDATE, { as, variables: { input } })
const seenBy = async (as: Person, id: string, scopes?: string[]) =>
  (await identity.ask(SEE, { as, variables: { id }, ...(scopes && { scopes }) })).identity
const neutral = ({ id }: Person) => `person_${id.slice(-10)}`
const moderation = () => ({ hiddenAt: identity.clock.now.toISOString(), reason: REASON })

let rude: Person
beforeEach(async () => {
  rude = await identity.join(newName(), { displayName: 'Rude' })
  await update(rude, { bio: 'Rude, too.' })
})
const real = () => ({ username: rude.username, displayName: 'Rude', bio: 'Rude, too.' })
const masked = () => ({
  username: neutral(rude),
  displayName: neutral(rude),
  bio: null,
  moderation: null,
})

describe('hidden names', () => {
  test('Hidden names are neutral in the claims of apps, because apps show them to others', async () => {
    const namesInClaims = async () => {
      let claims: object = {}
      await identity.readPlans(async (ctx) => {
        const wanted = {
          identityId: rude.id,
          scopes: new Set(['profile']),
          issuer: 'https://id.example',
        }
        claims = await personClaims(ctx as IdentityContext, wanted)
      })
      return claims
    }
    await hide(rude.id)
    expect(await namesInClaims()).toMatchObject({
      name: neutral(rude),
      preferred_username: neutral(rude),
    })
    await unhide(rude.id)
    expect(await namesInClaims()).toMatchObject({ name: 'Rude', preferred_username: rude.username })
  })

  test('Hidden names are neutral to others over every path, and the neutral name is a valid username', async () => {
    await hide(rude.id)
    expect(await seenBy(reader, rude.id)).toEqual(masked())
    expect(await seenBy(admin, rude.id)).toEqual(masked())
    expect(await seenBy(reader, rude.id, ADMIN)).toEqual(masked())
    const entities = `query ($of: [_Any!]!) {
      _entities(representations: $of) { ... on Identity { ${FIELDS} } }
    }`
    const of = [{ __typename: 'Identity', id: rude.id }]
    for (const asking of [{ as: reader }, { as: reader, service: 'router' }]) {
      const { _entities } = await identity.ask(entities, { ...asking, variables: { of } })
      expect(_entities).toEqual([masked()])
    }
    expect(neutral(rude)).toMatch(/^[a-z0-9_]{3,30}$/)
  })

  test('The person and administrators see hidden names, with the reason', async () => {
    const response = await hide(rude.id)
    const shown = { ...real(), moderation: moderation() }
    expect(response.hideUsername).toEqual(shown)
    expect(await seenBy(rude, rude.id)).toEqual(shown)
    expect(await seenBy(admin, rude.id, ADMIN)).toEqual(shown)
    expect(await identity.ask(`{ me { ${FIELDS} } }`, { as: rude })).toEqual({ me: shown })
  })

  test('Hidden names are neutral to services, which show them to others', async () => {
    await hide(rude.id)
    const asking = { as: rude, service: 'scroll' }
    expect(await identity.ask('{ me { displayName } }', asking)).toEqual({
      me: { displayName: neutral(rude) },
    })
  })

  test('A hidden username still signs the person in', async () => {
    await hide(rude.id)
    const ctx = { db: db(), now: () => identity.clock.now }
    expect(await currentUsername(ctx, rude.username)).toBe(rude.username)
  })

  test('Hidden names are shown again, and repeated changes are recorded once', async () => {
    await hide(rude.id)
    expect((await hide(rude.id, 'Another reason.')).hideUsername.moderation.reason).toBe(REASON)
    for (let time = 0; time < 2; time += 1) {
      expect((await unhide(rude.id)).unhideUsername).toEqual({ ...real(), moderation: null })
    }
    expect(await seenBy(reader, rude.id)).toEqual({ ...real(), moderation: null })
    const events = await db()
      .selectFrom('auditEvents')
      .select(['kind', 'details'])
      .where('identityId', '=', rude.id)
      .where('kind', 'in', ['username_hidden', 'username_shown'])
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { kind: 'username_hidden', details: { ...real(), reason: REASON, by: admin.id } },
      { kind: 'username_shown', details: { by: admin.id } },
    ])
  })

  test('The names of the system cannot be hidden', async () => {
    const input = { id: ECOSYSTEM_ID, reason: REASON }
    const asking = { as: admin, scopes: ADMIN, variables: { input } }
    const { details } = await identity.refusal(HIDE, asking)
    expect(details).toEqual({ reason: 'SYSTEM_IDENTITY' })
  })
})

describe('a person whose names are hidden', () => {
  test('A person whose name is hidden may change the username at once', async () => {
    const username = newName()
    await rename(rude, username)
    await hide(rude.id)
    const another = newName()
    await rename(rude, another)
    expect(await seenBy(reader, rude.id)).toEqual({ ...masked(), username: another })
  })

  test('A person whose name was hidden waits 30 days for the next change', async () => {
    await hide(rude.id)
    await rename(rude, newName())
    const asking = { as: rude, variables: { username: newName() } }
    const { details } = await identity.refusal(RENAME, asking)
    expect(details.reason).toBe('USERNAME_CHANGED_RECENTLY')
  })

  test('A person is no longer moderated once all hidden names are changed', async () => {
    await hide(rude.id)
    const username = newName()
    await rename(rude, username)
    await update(rude, { displayName: 'Polite' })
    expect((await seenBy(rude, rude.id)).moderation).toEqual(moderation())
    const { updateProfile } = await update(rude, { bio: null })
    const polite = { username, displayName: 'Polite', bio: null, moderation: null }
    expect(updateProfile).toEqual(polite)
    expect(await seenBy(reader, rude.id)).toEqual(polite)
  })

  test('A hidden name stays hidden after a change away from it and back', async () => {
    await hide(rude.id)
    await update(rude, { displayName: 'Polite' })
    await update(rude, { displayName: 'Rude' })
    expect(await seenBy(reader, rude.id)).toEqual(masked())
  })

  test('A name that was hidden before the last one stays hidden', async () => {
    await hide(rude.id)
    await update(rude, { displayName: 'Worse', bio: 'Worse, too.' })
    await rename(rude, newName())
    await hide(rude.id, 'It is no better.')
    const { updateProfile } = await update(rude, { displayName: 'Rude', bio: 'Rude, too.' })
    expect(updateProfile.moderation.reason).toBe('It is no better.')
    await rename(rude, rude.username)
    expect(await seenBy(reader, rude.id)).toEqual(masked())
    await unhide(rude.id)
    expect(await seenBy(reader, rude.id)).toEqual({ ...real(), moderation: null })
    await update(rude, { displayName: 'Worse' })
    expect((await seenBy(reader, rude.id)).displayName).toBe('Worse')
  })

  test('A person with another bad name can be hidden again, for another reason', async () => {
    await hide(rude.id)
    await rename(rude, newName())
    const response = await hide(rude.id, 'It is no better.')
    expect(response.hideUsername.moderation.reason).toBe('It is no better.')
    expect(await seenBy(reader, rude.id)).toEqual(masked())
  })
})
