// What every root field of the schema asks of its caller, and what it says of an id that nothing has.
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestOf } from '#test/every-mutation.ts'
import { testSystem, type Person } from '#test/system.ts'
import { rows } from './rows.ts'

/** The root fields by who may use them: the scopes, and who the caller has to be if not anybody with a token. */
const CALLERS: readonly { scopes: string; only?: 'people' | 'administrators'; fields: string }[] = [
  {
    scopes: 'identity',
    fields: `asset assets course courses governanceEvents guildEvents identities identity identityEvents
      learnEvents listing listings marketEvents me node nodes organization organizations pathEvents
      place places presence proposal proposals quest quests realm realmEvents realms role roles scroll
      scrollEvents scrolls`,
  },
  { scopes: 'identity credentials', fields: 'credentials' },
  { scopes: 'identity wallet', fields: 'wallets' },
  {
    scopes: 'identity',
    only: 'people',
    fields: `applyForRole appointSteward cancelListing cancelProposal castVote changeListingPrice
      closeRole completeLesson completeQuest createProposal decideApplication decideMembership
      dismissFromRole dismissSteward editOrganization editRole editScroll enroll foundOrganization
      giveAsset joinOrganization leaveOrganization leaveRealm listAsset postRole publishScroll
      purchaseListing removeMember reopenRole resignSteward unenroll updatePresence updateProfile
      updateUsername withdrawApplication withdrawScroll`,
  },
  {
    scopes: 'identity wallet',
    only: 'people',
    fields: 'createWalletChallenge linkWallet unlinkWallet',
  },
  // Its admin API key is checked in identity/test/credential.test.ts.
  { scopes: 'identity', fields: 'issueCredential' },
  {
    scopes: 'identity admin',
    only: 'administrators',
    fields: `account accounts addCourse addLesson addPlace addQuest addRealm addRole adjustGold adjustXp
      adminKeys auditEvents changeHouse clients createAdminKey disableAccount disableClient
      disableIdentity enableAccount hideListing hideOrganization hidePlace hideScroll hideUsername
      issueRecoveryCode mintAsset registerClient renameAccount resetAccountFactors restoreAsset
      restorePlace restoreQuest restoreRealm retireAsset retireCourse retireLesson retireOrganization
      retirePlace retireQuest retireRealm retireRole revokeAdminKey rotateClientSecret signOutAccount
      transactions treasury unhideListing unhideOrganization unhidePlace unhideScroll unhideUsername
      updateAsset updateCourse updateLesson updateOrganization updatePlace updateQuest updateRealm
      updateRole`,
  },
]

/** The root fields by the kind of object that they do not find. */
const RESOURCES = {
  Account: 'account',
  AdminKey: 'revokeAdminKey',
  Application: 'decideApplication dismissFromRole',
  Asset: 'asset listAsset restoreAsset retireAsset updateAsset',
  Client: 'disableClient rotateClientSecret',
  Course: 'addLesson completeLesson course enroll retireCourse unenroll updateCourse',
  Identity: `adjustGold adjustXp disableAccount disableIdentity enableAccount giveAsset hideUsername
    identity issueRecoveryCode renameAccount resetAccountFactors signOutAccount unhideUsername`,
  Lesson: 'retireLesson updateLesson',
  Listing: 'cancelListing changeListingPrice hideListing listing purchaseListing unhideListing',
  Membership: 'appointSteward decideMembership dismissSteward removeMember',
  Organization: `addRole editOrganization hideOrganization joinOrganization leaveOrganization
    organization postRole resignSteward retireOrganization unhideOrganization updateOrganization`,
  Place: 'hidePlace place restorePlace retirePlace unhidePlace updatePlace',
  Proposal: 'cancelProposal castVote proposal',
  Quest: 'completeQuest quest restoreQuest retireQuest updateQuest',
  Realm: `addPlace leaveRealm places presence realm restoreRealm retireRealm updatePresence
    updateRealm`,
  Role: 'applyForRole closeRole editRole reopenRole retireRole role updateRole withdrawApplication',
  Scroll: 'editScroll hideScroll scroll unhideScroll withdrawScroll',
  Wallet: 'unlinkWallet',
}

const EVERY_SCOPE = ['identity', 'credentials', 'wallet', 'admin']
const wordsOf = (text: string) => text.split(/\s+/)
const resources = new Map(
  Object.entries(RESOURCES).flatMap(([resource, fields]) =>
    wordsOf(fields).map((field) => [field, resource] as const),
  ),
)
const schema = buildSchema(
  readFileSync(new URL('../../schema/api.graphql', import.meta.url), 'utf8'),
)
const queries = schema.getQueryType()!.getFields()
const rootFields = { ...queries, ...schema.getMutationType()!.getFields() }

const system = testSystem()
let ada: Person
let olga: Person
beforeAll(async () => {
  ada = await system.join('ada', { xp: 122_500 })
  olga = await system.join('olga', { role: 'admin' })
})

/** What refuses a request for the field with its required arguments, or undefined. */
async function refusalOf(field: GraphQLField<unknown, unknown>, token?: string) {
  const { query, variables } = requestOf(field)
  const sent = field.name in queries ? query.replace('mutation', 'query') : query
  const { body } = await system.graphql(sent, { token, variables })
  return body.errors?.[0].extensions as object | undefined
}

const forbidden = (details: object) => ({ code: 'INSUFFICIENT_PERMISSIONS', details })

const named = CALLERS.flatMap(({ fields }) => wordsOf(fields))

test('Each root field is in the table of callers, or has a row of the contract', () => {
  expect(named.filter((name) => !(name in rootFields))).toEqual([])
  const asked = [...named, ...rows.flatMap(({ graphql }) => namesIn(graphql))]
  expect(Object.keys(rootFields).filter((name) => !asked.includes(name))).toEqual([])
})

test('Each field that takes an id is in the table of what is not found', () => {
  // Their rows of the contract ask it, and `node` finds nothing without an error.
  const others = ['changeHouse', 'issueCredential', 'node', 'nodes']
  const takingIds = named.filter((name) => takesId(rootFields[name]!) && !others.includes(name))
  expect(takingIds.toSorted()).toEqual([...resources.keys()].toSorted())
})

/** The names in an operation. */
const namesIn = (operation: string): string[] => operation.match(/\w+/g) ?? []

/** Whether it requires an id, as an argument or in its input. */
function takesId({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.filter(isRequiredArgument).some(({ type }) => {
    const input = getNamedType(type)
    if (!isInputObjectType(input)) return input.name === 'ID'
    const required = Object.values(input.getFields()).filter(isRequiredInputField)
    return required.some((field) => getNamedType(field.type).name === 'ID')
  })
}

const cases = CALLERS.flatMap(({ scopes, only, fields }) =>
  wordsOf(fields).map((name) => ({ name, scopes, only, resource: resources.get(name) })),
)

describe.each(cases)('$name', ({ name, scopes, only, resource }) => {
  const refusal = (token?: string) => refusalOf(rootFields[name]!, token)

  test('A request without a token, or without one of the scopes, is refused', async () => {
    expect(await refusal()).toEqual({ code: 'INVALID_TOKEN', details: { reason: 'missing' } })
    for (const requiredScope of scopes.split(' ')) {
      const scope = EVERY_SCOPE.filter((one) => one !== requiredScope).join(' ')
      expect(await refusal(await olga.token({ scope }))).toEqual(forbidden({ requiredScope }))
    }
  })

  if (only === 'people') {
    test('A request of a machine client is refused', async () => {
      const token = await ada.token({ subject: 'client_1', clientId: 'client_1' })
      expect(await refusal(token)).toEqual(forbidden({ reason: 'no_identity' }))
    })
  }

  if (only === 'administrators') {
    test('A request of somebody who is no administrator is refused', async () => {
      const token = await ada.token({ scope: EVERY_SCOPE.join(' ') })
      expect(await refusal(token)).toEqual(forbidden({ reason: 'role' }))
    })
  }

  if (resource) {
    test('A request about an unknown id is refused', async () => {
      const token = await olga.token({ scope: EVERY_SCOPE.join(' ') })
      expect(await refusal(token)).toEqual({
        code: 'NOT_FOUND',
        details: { resource, id: expect.stringMatching(/^unknown_/) as string },
      })
    })
  }
})
