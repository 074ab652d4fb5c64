// What people change about themselves, and what administrators change.
import { beforeAll, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { testSubgraph, testDataDir, type Person } from '#test/subgraph.ts'
import { signUp } from '../domain/sign-in/sign-up.ts'
import { identitySettings } from '../settings.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
let admin: Person
beforeAll(async () => {
  admin = await identity.join('admin_ada', { role: 'admin' })
})

const someone = (about?: object) => identity.join(`p${crypto.randomUUID().slice(0, 8)}`, about)
const UPDATE = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { displayName archetype bio }
}`
const updating = (as: { id: string }, input: object) => ({ as, variables: { input } })
const update = async (as: Person, input: object) =>
  (await identity.ask(UPDATE, updating(as, input))).updateProfile
const refusal = async (as: { id: string }, input: object) =>
  (await identity.refusal(UPDATE, updating(as, input))).details
const audit = (identityId: string) =>
  identity
    .tables<IdentityTables>('identity')
    .selectFrom('auditEvents')
    .select(['kind', 'clientId', 'details'])
    .where('identityId', '=', identityId)
    .orderBy('at')
    .orderBy('id')
    .execute()

describe('people change their own', () => {
  test('People change display name, archetype and bio separately', async () => {
    const as = await someone({ displayName: 'Ada', archetype: 'Cipher' })
    const bio = 'I write programs.'
    expect(await update(as, { bio })).toEqual({ displayName: 'Ada', archetype: 'Cipher', bio })
    expect(await update(as, { displayName: 'Ada L.' })).toMatchObject({
      displayName: 'Ada L.',
      bio,
    })
    expect(await update(as, { archetype: 'Keeper' })).toMatchObject({ archetype: 'Keeper', bio })
    expect(await update(as, { bio: null })).toEqual({
      displayName: 'Ada L.',
      archetype: 'Keeper',
      bio: null,
    })
  })

  test('Null clears the bio and changes nothing else', async () => {
    const as = await someone({ displayName: 'Ada' })
    expect(await update(as, { displayName: null, archetype: null })).toEqual({
      displayName: 'Ada',
      archetype: 'Architect',
      bio: null,
    })
    expect(await audit(as.id)).toEqual([])
  })

  test('Everybody can read a changed profile', async () => {
    const as = await someone()
    await update(as, { bio: 'I write programs.' })
    const query = 'query ($id: ID!) { identity(id: $id) { bio } }'
    const response = await identity.ask(query, { as: await someone(), variables: { id: as.id } })
    expect(response.identity.bio).toBe('I write programs.')
  })

  test('The audit trail keeps the previous profile', async () => {
    const as = await someone({ displayName: 'Ada' })
    await update(as, { displayName: 'Countess', archetype: 'Architect' })
    expect(await audit(as.id)).toEqual([
      {
        kind: 'profile_changed',
        clientId: 'test-client',
        details: { displayName: 'Countess', before: { displayName: 'Ada' } },
      },
    ])
  })
})

describe('a profile is refused', () => {
  test.each([
    ['displayName', '', 'must have 1 to 80 characters, and not blanks alone'],
    ['displayName', '\u200b ', 'must have 1 to 80 characters, and not blanks alone'],
    ['displayName', 'a'.repeat(81), 'must have 1 to 80 characters, and not blanks alone'],
    ['displayName', 'Ada\u202e', 'must not hold control characters'],
    ['bio', '', 'must have 1 to 300 characters, and not blanks alone'],
    ['bio', 'b'.repeat(301), 'must have 1 to 300 characters, and not blanks alone'],
    ['bio', 'one\ntwo', 'must not hold control characters'],
    ['archetype', 'Wizard', 'must be one of Architect, Navigator, Cipher, Pathfinder, Keeper'],
  ])('A profile with the %s %j is refused', async (field, value, reason) => {
    expect(await refusal(await someone(), { [field]: value })).toEqual({ field, reason })
  })

  test.each([
    'Support',
    'the admin',
    'The Ecosystem',
    'S u p p o r t',
    'Ｒｏｏｔ',
    '*Moderator*',
    'person_wy82p7a165',
    'Someone who left',
  ])('The display name %s is refused, also in signing up', async (displayName) => {
    const reserved = { field: 'displayName', reason: 'is reserved' }
    expect(await refusal(await someone(), { displayName })).toEqual(reserved)
    const joining = {
      db: identity.tables<IdentityTables>('identity'),
      now: () => identity.clock.now,
      address: '',
      requestId: '',
      settings: identitySettings.read({ DATA_DIR: testDataDir }),
    }
    const person = { username: 'newcomer', house: 'Tide', archetype: 'Cipher' }
    await expect(
      signUp(joining, { ...person, displayName, password: 'a lamp in the harbour' }),
    ).rejects.toMatchObject({ extensions: { details: reserved } })
  })

  test('A current display name is never refused', async () => {
    const as = await someone({ displayName: 'Support' })
    expect(await update(as, { displayName: 'Support', bio: 'Ask me.' })).toMatchObject({
      displayName: 'Support',
      bio: 'Ask me.',
    })
  })
})

describe('a house', () => {
  const CHANGE = `mutation ($input: ChangeHouseInput!) {
    changeHouse(input: $input) { house }
  }`
  const changing = (id: string, house: string) => ({
    as: admin,
    scopes: ['identity', 'admin'],
    variables: { input: { id, house } },
  })

  test('An administrator changes a house, once', async () => {
    const { id } = await someone({ house: 'Tide' })
    for (let time = 0; time < 2; time += 1) {
      const { changeHouse } = await identity.ask(CHANGE, changing(id, 'Ember'))
      expect(changeHouse).toEqual({ house: 'Ember' })
    }
    const details = { house: 'Ember', before: 'Tide', by: admin.id }
    expect(await audit(id)).toMatchObject([{ kind: 'house_changed', details }])
  })

  test('The house of the system cannot be changed', async () => {
    const system = await identity.refusal(CHANGE, changing(ECOSYSTEM_ID, 'Tide'))
    expect(system.details).toEqual({ reason: 'SYSTEM_IDENTITY' })
  })
})
