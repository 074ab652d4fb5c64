// Usernames: which are allowed, how often they can be changed, and how long old ones are reserved.
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, testDataDir, type Person } from '#test/subgraph.ts'
import { signUp } from '../domain/sign-in/sign-up.ts'
import { isReservedName } from '../domain/people/reserved-usernames.ts'
import { currentUsername } from '../domain/people/username.ts'
import { identitySettings } from '../settings.ts'
import type { IdentityTables } from '../tables.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')
const DAY = 86_400_000

const identity = testSubgraph('identity')
beforeEach(() => {
  identity.clock.now = NOON
})

const newName = () => `p${crypto.randomUUID().slice(0, 8)}`
const someone = () => identity.join(newName())
const db = () => identity.tables<IdentityTables>('identity')
const wait = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms)
}

const RENAME = `mutation ($username: String!) {
  updateUsername(input: { username: $username }) { id username }
}`
const rename = (as: { id: string }, username: string) =>
  identity.run(RENAME, { as, variables: { username } })
/** The issues of the username; undefined if it was accepted. */
const refusal = async (as: { id: string }, username: string) =>
  (await rename(as, username)).errors?.[0]?.extensions
const nameOf = async (as: Person) =>
  (await identity.ask('{ me { username } }', { as })).me.username as string

const TAKEN = {
  code: 'VALIDATION_ERROR',
  details: { reason: 'USERNAME_TAKEN', field: 'username' },
}
const recently = (availableAt: Date) => ({
  code: 'VALIDATION_ERROR',
  details: { reason: 'USERNAME_CHANGED_RECENTLY', availableAt: availableAt.toISOString() },
})

/** Signs up with the rules of the sign-up page. */
const join = (username: string) =>
  signUp(
    {
      db: db(),
      now: () => identity.clock.now,
      address: '',
      requestId: '',
      settings: identitySettings.read({ DATA_DIR: testDataDir }),
    },
    {
      username,
      displayName: 'Somebody',
      house: 'Tide',
      archetype: 'Cipher',
      password: 'a lamp in the harbour',
    },
  )

describe('a username', () => {
  test.each(['abc', 'a'.repeat(30), '0_9', '___'])('A username may be %s', async (username) => {
    const as = await someone()
    expect((await rename(as, username)).data).toEqual({ updateUsername: { id: as.id, username } })
    expect(await nameOf(as)).toBe(username)
  })

  test.each([
    '',
    'ab',
    'a'.repeat(31),
    'Ada',
    'ada lovelace',
    'ada\n',
    'ädä',
    'ada-1',
    'ada\u0000',
  ])('A username must not be %j', async (username) => {
    expect(await refusal(await someone(), username)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'username', reason: 'must be 3 to 30 of a-z, 0-9 and _' },
    })
  })

  test.each([
    'admin',
    'root',
    'support',
    'security',
    '_admin_',
    'governance',
    'ecosystem',
    'person_wy82p7a165',
    'left_0123456789abcdef',
  ])('The username %s is reserved, also in signing up', async (username) => {
    const reserved = {
      code: 'VALIDATION_ERROR',
      details: { field: 'username', reason: 'is reserved' },
    }
    expect(await refusal(await someone(), username)).toEqual(reserved)
    await expect(join(username)).rejects.toMatchObject({ extensions: reserved })
  })

  test('A reserved username stays with the person who has it', async () => {
    const as = await identity.join('support')
    expect(await refusal(as, 'support')).toBeUndefined()
    expect(await nameOf(as)).toBe('support')
  })

  test('A username that contains a reserved one is allowed', () => {
    for (const name of ['rootless', 'scrollkeeper', 'admin2', 'pathfinder']) {
      expect(isReservedName(name), name).toBe(false)
    }
  })

  test('A username of somebody else is taken, and one’s own is not', async () => {
    const [ada, grace] = [await someone(), await someone()]
    expect(await refusal(ada, grace.username)).toEqual(TAKEN)
    expect(await refusal(grace, grace.username)).toBeUndefined()
  })

  test('A username that many want at the same moment goes to one of them', async () => {
    for (const username of ['wanted_1', 'wanted_2', 'wanted_3']) {
      const people = await Promise.all(Array.from({ length: 8 }, () => someone()))
      const refusals = await Promise.all(people.map((as) => refusal(as, username)))
      expect(refusals.filter((each) => each === undefined)).toHaveLength(1)
      for (const each of refusals) if (each) expect(each).toEqual(TAKEN)
      const names = await Promise.all(people.map(nameOf))
      expect(names.filter((name) => name === username)).toHaveLength(1)
    }
  })

  test('Somebody whom Identity does not know cannot change a username', async () => {
    const ghost = { id: 'identity_unknown' }
    expect(await refusal(ghost, 'robot')).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Identity', id: ghost.id },
    })
  })
})

describe('a change of username', () => {
  test('A username can be changed once in 30 days, in any way', async () => {
    const as = await someone()
    const [first, second] = [newName(), newName()]
    expect(await refusal(as, first)).toBeUndefined()
    const due = new Date(NOON.getTime() + 30 * DAY)
    expect(await refusal(as, second)).toEqual(recently(due))
    // Somebody who may not change their username does not learn which are taken.
    expect(await refusal(as, (await someone()).username)).toEqual(recently(due))
    wait(30 * DAY - 1)
    expect(await refusal(as, second)).toEqual(recently(due))
    wait(1)
    expect(await refusal(as, second)).toBeUndefined()
    expect(await nameOf(as)).toBe(second)
  })

  test('A change to the current username does not count', async () => {
    const as = await someone()
    expect(await refusal(as, as.username)).toBeUndefined()
    const name = newName()
    expect(await refusal(as, name)).toBeUndefined()
    expect(await refusal(as, name)).toBeUndefined()
    const entries = db().selectFrom('auditEvents').select('details').where('identityId', '=', as.id)
    expect(await entries.execute()).toEqual([{ details: { username: name, before: as.username } }])
  })

  test('A refused change of username does not count', async () => {
    const [as, other] = [await someone(), await someone()]
    expect(await refusal(as, other.username)).toEqual(TAKEN)
    expect(await refusal(as, 'root')).toHaveProperty('details.reason', 'is reserved')
    expect(await refusal(as, newName())).toBeUndefined()
  })

  test('The first change of username is allowed right after signing up', async () => {
    const as = await join(newName())
    expect(await refusal(as, newName())).toBeUndefined()
  })

  test('Of twenty simultaneous changes of username, one succeeds', async () => {
    const as = await someone()
    const names = Array.from({ length: 20 }, newName)
    const refusals = await Promise.all(names.map((name) => refusal(as, name)))
    const due = recently(new Date(NOON.getTime() + 30 * DAY))
    expect(refusals.filter((each) => each === undefined)).toHaveLength(1)
    expect(refusals.filter((each) => each !== undefined)).toEqual(names.slice(1).map(() => due))
    expect(await nameOf(as)).toBe(names[refusals.indexOf(undefined)])
  })

  test('Two people who want each other’s username at the same moment are both refused', async () => {
    // Without an order of locks, these would deadlock.
    for (let round = 0; round < 20; round += 1) {
      const people = await Promise.all(Array.from({ length: 8 }, () => someone()))
      const wanted = people.map((_person, index) => people[index ^ 1]!.username)
      const refusals = await Promise.all(people.map((as, index) => refusal(as, wanted[index]!)))
      expect(refusals).toEqual(people.map(() => TAKEN))
    }
  })
})

describe('the old username', () => {
  /** A person who has changed their name. */
  async function renamed(): Promise<{ as: Person; before: string; after: string }> {
    const as = await someone()
    const after = newName()
    expect(await refusal(as, after)).toBeUndefined()
    return { as, before: as.username, after }
  }

  test('Nobody else gets an old username for 90 days, by a change or by signing up', async () => {
    const { before } = await renamed()
    const stranger = await someone()
    for (const passed of [0, 90 * DAY - 1]) {
      identity.clock.now = new Date(NOON.getTime() + passed)
      expect(await refusal(stranger, before)).toEqual(TAKEN)
      await expect(join(before)).rejects.toMatchObject({ extensions: TAKEN })
    }
    identity.clock.now = new Date(NOON.getTime() + 90 * DAY)
    expect(await refusal(stranger, before)).toBeUndefined()
  })

  test('The owner can go back to an old username after 30 days', async () => {
    const { as, before, after } = await renamed()
    expect(await refusal(as, before)).toEqual(recently(new Date(NOON.getTime() + 30 * DAY)))
    wait(30 * DAY)
    expect(await refusal(as, before)).toBeUndefined()
    expect(await refusal(await someone(), after)).toEqual(TAKEN)
    expect(await refusal(await someone(), before)).toEqual(TAKEN)
    const held = db().selectFrom('usernameReservations').select('username')
    const names = await held.where('identityId', '=', as.id).execute()
    expect(names).toEqual([{ username: after }])
  })

  test('The owner can go back to an old username even if it is a reserved word by now', async () => {
    const as = await identity.join('security')
    expect(await refusal(as, newName())).toBeUndefined()
    wait(30 * DAY)
    expect(await refusal(await someone(), 'security')).toHaveProperty(
      'details.reason',
      'is reserved',
    )
    expect(await refusal(as, 'security')).toBeUndefined()
    wait(30 * DAY)
    expect(await refusal(as, newName())).toBeUndefined()
    wait(90 * DAY)
    expect(await refusal(as, 'security')).toHaveProperty('details.reason', 'is reserved')
  })

  test('An old username stands for its owner for 90 days, and then for nobody or its new owner', async () => {
    const { as, before, after } = await renamed()
    const asked = () => currentUsername({ db: db(), now: () => identity.clock.now }, before)
    expect(await asked()).toBe(after)
    wait(90 * DAY - 1)
    expect(await asked()).toBe(after)
    wait(1)
    expect(await asked()).toBe(before)
    const heir = await someone()
    await rename(heir, before)
    expect(await asked()).toBe(before)
    expect(await nameOf(as)).toBe(after)
  })

  test('An old username that strangers want at the moment it is given up is taken', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [owner, ...strangers] = await Promise.all(Array.from({ length: 7 }, () => someone()))
      const wanted = owner!.username
      const [given, joined, ...refusals] = await Promise.all([
        refusal(owner!, newName()),
        join(wanted).catch((error: { extensions: object }) => error.extensions),
        ...strangers.map((as) => refusal(as, wanted)),
      ])
      expect(given).toBeUndefined()
      expect([joined, ...refusals]).toEqual([joined, ...refusals].map(() => TAKEN))
    }
  })

  test('A reservation is deleted after its time', async () => {
    const { before } = await renamed()
    const left = db().selectFrom('usernameReservations').select('username')
    const count = async () => (await left.where('username', '=', before).execute()).length
    wait(90 * DAY - 1)
    await identity.work()
    expect(await count()).toBe(1)
    wait(1)
    await identity.work()
    expect(await count()).toBe(0)
  })
})
