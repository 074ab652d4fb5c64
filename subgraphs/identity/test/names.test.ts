// No name of a person or app can look like the system.
import { assert, constantFrom, nat, property, tuple } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPrototypes, skeleton } from '#foundation/names/skeleton.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import { updateClient } from '../domain/clients/client-change.ts'
import { displayNameIssues } from '../domain/people/display-name.ts'
import { isReservedName, RESERVED_WORDS } from '../domain/people/reserved-usernames.ts'
import type { IdentityTables } from '../tables.ts'

const RENAME =
  'mutation ($n: String!) { updateProfile(input: { displayName: $n }) { displayName } }'
const REGISTER = `mutation ($name: String!) { registerClient(input: {
  name: $name, kind: public, redirectUris: ["https://app.example/back"], scopes: ["identity"], tier: authenticated
}) { client { id name } } }`

const identity = testSubgraph('identity')
let ada: Person
let admin: Person
beforeAll(async () => {
  ada = await identity.join('ada')
  admin = await identity.join('admin_ada', { role: 'admin' })
})

const BAD_NAMES = [
  ['Support\u3164', 'must not hold invisible characters'],
  ['\u115fSupport', 'must not hold invisible characters'],
  ['Sup\u{E0070}port', 'must not hold invisible characters'],
  ['Suрport', 'must be in one script, such as Latin or Cyrillic'],
  ['Support', 'is reserved'],
  ['SUPP0RT', 'is reserved'],
  ['Adm|n', 'is reserved'],
  ['Ecosystem', 'is reserved'],
  ['The Ecosystem', 'is reserved'],
  ['Ｅcosystem', 'is reserved'],
  ['Süpport', 'is reserved'],
  ['Market', 'is reserved'],
  ['Ecosystem Support', 'is reserved'],
  ['Official Ecosystem', 'is reserved'],
  ['Ecosystem ID', 'is reserved'],
  ['Ecosystem Login', 'is reserved'],
  ['Ecosystem Account', 'is reserved'],
  ['EcosystemNews', 'is reserved'],
  ['Friends of the Ec0system', 'is reserved'],
  ['Support Team', 'is reserved'],
  ['The Admins', 'is reserved'],
  ['HelpAndSupport', 'is reserved'],
  ['sᴜᴘᴘᴏʀᴛ', 'must not hold phonetic or historic letters'],
  ['ᴇᴄᴏsʏsᴛᴇᴍ', 'must not hold phonetic or historic letters'],
  ['ѕсrоll', 'must be in one script, such as Latin or Cyrillic'],
] as const

describe.each(BAD_NAMES)('%j', (name, reason) => {
  test('A bad name is refused as a display name', async () => {
    const { errors } = await identity.run(RENAME, { as: ada, variables: { n: name } })
    const details = { field: 'displayName', reason }
    expect(errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_ERROR', details })
  })

  test('A bad name is refused as the name of a client', async () => {
    const request = { as: admin, scopes: ['identity', 'admin'], variables: { name } }
    const { errors } = await identity.run(REGISTER, request)
    const details = { field: 'name', reason }
    expect(errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_ERROR', details })
  })
})

test.each([
  'Ольга',
  '山田',
  'أحمد',
  'Ελένη',
  'กมล',
  'Ada 🎉',
  'Supporter',
  'The Market Hall',
  'Ada Support Nguyen',
  'Ecosystems of the World',
])('%s is a name of a person, and of a client', async (name) => {
  const renamed = await identity.run(RENAME, { as: ada, variables: { n: name } })
  expect(renamed.data).toEqual({ updateProfile: { displayName: name } })
  const request = { as: admin, scopes: ['identity', 'admin'], variables: { name } }
  const { data } = await identity.run(REGISTER, request)
  expect(data).toMatchObject({ registerClient: { client: { name } } })
})

test('A client with a name from before the rules keeps it, and cannot get another bad one', async () => {
  const db = identity.tables<IdentityTables>('identity')
  const request = { as: admin, scopes: ['identity', 'admin'], variables: { name: 'Before' } }
  const { registerClient } = await identity.ask(REGISTER, request)
  const { id } = registerClient.client
  await db.updateTable('clients').set({ name: 'Ecosystem' }).where('id', '=', id).execute()
  const change = (name: string) =>
    updateClient(asCommand(db), id, { name, redirectUris: ['https://app.example/other'] })
  expect(await change('Ecosystem')).toMatchObject({ name: 'Ecosystem' })
  await expect(change('Support')).rejects.toMatchObject({
    extensions: { details: { field: 'name', reason: 'is reserved' } },
  })
})

/** Characters that look alike, by skeleton. */
const lookAlikes = Map.groupBy(readPrototypes().keys(), skeleton)

/** A reserved word in any case, with letters replaced by look-alikes. */
const disguised = constantFrom(...RESERVED_WORDS).chain((word) =>
  tuple(
    ...Array.from(word, (letter) => {
      const shown = [letter, letter.toUpperCase()]
      const alike = shown.flatMap((one) => lookAlikes.get(skeleton(one)) ?? [])
      return constantFrom(...shown, ...alike)
    }),
  ),
)

test('No reserved name passes in any look-alikes of its letters', () => {
  assert(
    property(disguised, (letters) => displayNameIssues(letters.join('')).length > 0),
    { numRuns: 2_000 },
  )
})

test('No reserved name passes with something invisible in it', () => {
  const invisible = constantFrom(
    '\u200b',
    '\u3164',
    '\u{E0041}',
    '\ufe0f',
    '\u200d',
    '\u2800',
    '\u200e',
  )
  assert(
    property(constantFrom(...RESERVED_WORDS), invisible, nat(20), (word, blank, at) => {
      const name = word.slice(0, at) + blank + word.slice(at)
      return displayNameIssues(name).length > 0
    }),
  )
})

test.each(['supp0rt', 'adm1n', 'r00t', 'rnarket', 'the_admin', 'g_u_1_l_d'])(
  'The username %s is reserved',
  (username) => {
    expect(isReservedName(username)).toBe(true)
  },
)
