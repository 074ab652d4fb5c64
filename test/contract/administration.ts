// The rows of administrative changes in services other than Learn, by GraphQL alone. Who may use them, and what they do not
// find, is in root-fields.test.ts.
import { addAsset, addListing } from '#test/market-story.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addOrganization, addQuest, addRole, addScroll } from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { Given, Refusal, Row, Story } from './row.ts'
import type { Shape } from './shape.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

/** An administrator with the scope `admin`. */
async function administrator(system: TestSystem) {
  const person = await system.join(`p${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
  const token: Person['token'] = (options) => person.token({ scope: 'identity admin', ...options })
  return { ...person, token }
}

type About = Omit<Given, 'as'>

interface Change {
  service: 'realm' | 'guild' | 'scroll' | 'market' | 'path' | 'identity'
  /** The root field, its argument and the type of that, e.g. `updateRealm(input: UpdateRealmInput!)`. */
  field: string
  /** True for a field of `Query`. */
  isRead?: true
  fields: string
  value: Shape
  /** The input for a thing with this id, which `of` adds. */
  given: (id: string) => About
  of: (system: TestSystem) => Promise<string>
  /** An input out of its bounds, for a thing that need not exist. */
  wrong?: { body: Record<string, unknown>; field: string; reason: string }
  refusals?: Refusal[]
}

const asked =
  ({ given, of }: Change): Story =>
  async (system) => ({
    as: await administrator(system),
    ...given(await of(system)),
  })

function refusalsOf({ given, wrong, refusals = [] }: Change): Refusal[] {
  if (!wrong) return refusals
  const { body, field, reason } = wrong
  return [
    {
      when: `${field} is out of its bounds`,
      given: async (system) => ({
        as: await administrator(system),
        body: { ...given('unknown').body, ...body },
      }),
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    },
    ...refusals,
  ]
}

function adminRow(change: Change): Row {
  const [method, root] = change.isRead
    ? (['GET', 'Query'] as const)
    : (['POST', 'Mutation'] as const)
  const [, name, argument, type] = /^(\w+)\((\w+): (.+)\)$/.exec(change.field)!
  const variable = argument === 'input' ? 'input' : 'id'
  return {
    service: change.service,
    method,
    path: `${root}.${name}`,
    graphqlOnly: true,
    scopes: ['identity', 'admin'],
    graphql: `${root.toLowerCase()} ($${variable}: ${type}) {
      ${name}(${argument}: $${variable}) { ${change.fields} }
    }`,
    good: { given: asked(change), status: 200, form: 'bare', value: change.value },
    refusals: refusalsOf(change),
  }
}

const POSITION = { x: 'number', y: 'number', z: 'number' } as const
const realm = {
  service: 'realm',
  fields: 'id name description bounds { min { x y z } max { x y z } } createdAt retiredAt',
  value: {
    id: 'string',
    name: 'string',
    description: 'string',
    bounds: { min: POSITION, max: POSITION },
    createdAt: 'timestamp',
    retiredAt: 'null',
  },
  of: (system: TestSystem) => addRealm(system),
} as const
const place = {
  service: 'realm',
  fields: 'id realmId name kind position { x y z } ref { __typename } retiredAt',
  value: {
    id: 'string',
    realmId: 'string',
    name: 'string',
    kind: 'string',
    position: POSITION,
    ref: 'null',
    retiredAt: 'null',
  },
  of: (system: TestSystem) => addPlace(system),
} as const
const organization = {
  service: 'guild',
  fields: 'id name description house memberCount openToJoin createdAt retiredAt',
  value: {
    id: 'string',
    name: 'string',
    description: 'string',
    house: 'string',
    memberCount: 'integer',
    openToJoin: 'boolean',
    createdAt: 'timestamp',
    retiredAt: 'null',
  },
  of: (system: TestSystem) => addOrganization(system),
} as const
const role = {
  service: 'guild',
  fields: 'id organizationId title description minLevel openings createdAt retiredAt',
  value: {
    id: 'string',
    organizationId: 'string',
    title: 'string',
    description: 'string',
    minLevel: 'integer',
    openings: 'integer',
    createdAt: 'timestamp',
    retiredAt: 'null',
  },
  of: (system: TestSystem) => addRole(system),
} as const

const scroll = {
  service: 'scroll',
  fields: 'id title moderation { hiddenAt reason }',
  value: {
    id: 'string',
    title: 'string',
    moderation: { hiddenAt: 'timestamp', reason: 'string' },
  },
  of: (system: TestSystem) => addScroll(system),
} as const

const listing = {
  service: 'market',
  fields: 'id price status moderation { hiddenAt reason }',
  value: { id: 'string', price: 'integer', status: 'string', moderation: 'null' },
  of: async (system: TestSystem) => addListing(system, await newPerson(system)),
} as const
const asset = {
  service: 'market',
  fields: 'id name retiredAt',
  value: { id: 'string', name: 'string', retiredAt: 'null' },
  of: async (system: TestSystem) => addAsset(system, await newPerson(system)),
} as const
const quest = {
  service: 'path',
  fields: 'id title retiredAt',
  value: { id: 'string', title: 'string', retiredAt: 'null' },
  of: (system: TestSystem) => addQuest(system),
} as const
const person = {
  service: 'identity',
  fields: 'id username displayName house bio moderation { hiddenAt reason }',
  value: {
    id: 'string',
    username: 'string',
    displayName: 'string',
    house: 'string',
    bio: 'null',
    moderation: 'null',
  },
  of: async (system: TestSystem) => (await newPerson(system)).id,
} as const

const retired = 'timestamp' as const
const HIDDEN = { hiddenAt: 'timestamp', reason: 'string' } as const
/** A person as only administrators see them. */
const account = {
  service: 'identity',
  fields: `identity { id username } state disabledAt lockedAt isAdministrator email emailVerifiedAt
    factors { password totp passkeys recoveryCodes } sessions { method } grants { clientId }
    auditEvents { totalCount }`,
  value: {
    identity: { id: 'string', username: 'string' },
    state: 'string',
    disabledAt: 'null',
    lockedAt: 'null',
    isAdministrator: 'boolean',
    email: 'null',
    emailVerifiedAt: 'null',
    factors: {
      password: 'boolean',
      totp: 'boolean',
      passkeys: 'integer',
      recoveryCodes: 'integer',
    },
    sessions: ['object'],
    grants: ['object'],
    auditEvents: { totalCount: 'integer' },
  },
  of: async (system: TestSystem) => (await newPerson(system)).id,
} as const
const DISABLED = { ...account.value, disabledAt: 'timestamp' } as const
const hiding = (id: string) => ({ body: { id, reason: 'It insults people.' } })
const noReason = {
  body: { reason: ' ' },
  field: 'reason',
  reason: 'must have 1 to 200 characters, and not blanks alone',
}
const BLANK = 'must have 1 to 100 characters, and not blanks alone'
const NEW_ROLE = { title: 'Warden', description: 'Keep one lit.', minLevel: 1, openings: 2 }
const NEW_PLACE = { name: 'Well', kind: 'well', position: { x: 0, y: 0, z: 0 } }

export const administrationRows: Row[] = [
  {
    ...realm,
    field: 'updateRealm(input: UpdateRealmInput!)',
    given: (id: string) => ({ body: { id, name: 'High Moor' } }),
    wrong: { body: { name: ' ' }, field: 'name', reason: BLANK },
  },
  {
    ...realm,
    field: 'retireRealm(realmId: ID!)',
    value: { ...realm.value, retiredAt: retired },
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...place,
    field: 'addPlace(input: AddPlaceInput!)',
    given: (realmId: string) => ({ body: { ...NEW_PLACE, realmId } }),
    of: realm.of,
    wrong: { body: { name: '' }, field: 'name', reason: BLANK },
  },
  {
    ...place,
    field: 'updatePlace(input: UpdatePlaceInput!)',
    given: (id: string) => ({ body: { id, position: { x: 1, y: 2, z: 3 }, ref: null } }),
    wrong: {
      body: { kind: 'Well' },
      field: 'kind',
      reason: 'must begin with a-z and hold at most 32 of a-z, 0-9 and _',
    },
  },
  {
    ...place,
    field: 'retirePlace(placeId: ID!)',
    value: { ...place.value, retiredAt: retired },
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...realm,
    field: 'restoreRealm(realmId: ID!)',
    of: (system: TestSystem) => addRealm(system, { retiredAt: new Date() }),
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...place,
    field: 'restorePlace(placeId: ID!)',
    of: (system: TestSystem) => addPlace(system, { retiredAt: new Date() }),
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...place,
    field: 'hidePlace(input: HidePlaceInput!)',
    fields: `${place.fields} moderation { hiddenAt reason }`,
    value: { ...place.value, moderation: HIDDEN },
    given: hiding,
    wrong: noReason,
  },
  {
    ...place,
    field: 'unhidePlace(placeId: ID!)',
    of: (system: TestSystem) =>
      addPlace(system, { hiddenAt: new Date(), hiddenReason: 'A mistake.' }),
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...listing,
    field: 'hideListing(input: HideListingInput!)',
    value: { ...listing.value, moderation: HIDDEN },
    given: hiding,
    wrong: noReason,
  },
  {
    ...listing,
    field: 'unhideListing(listingId: ID!)',
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...asset,
    field: 'restoreAsset(assetId: ID!)',
    of: async (system: TestSystem) =>
      addAsset(system, await newPerson(system), { retiredAt: new Date() }),
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...quest,
    field: 'restoreQuest(questId: ID!)',
    of: (system: TestSystem) => addQuest(system, { retiredAt: new Date() }),
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...person,
    field: 'hideUsername(input: HideUsernameInput!)',
    value: { ...person.value, moderation: HIDDEN },
    given: hiding,
    wrong: noReason,
  },
  {
    ...person,
    field: 'unhideUsername(identityId: ID!)',
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...person,
    field: 'issueRecoveryCode(input: IssueRecoveryCodeInput!)',
    fields: 'code expiresAt identity { id }',
    value: { code: 'string', expiresAt: 'timestamp', identity: { id: 'string' } },
    given: (id: string) => ({ body: { id } }),
  },
  {
    ...account,
    field: 'account(id: ID!)',
    isRead: true as const,
    given: (id: string) => ({ params: { id } }),
  },
  ...['disableAccount', 'enableAccount', 'signOutAccount', 'resetAccountFactors'].map((name) => ({
    ...account,
    field: `${name}(input: ChangeAccountInput!)`,
    value: name === 'disableAccount' ? DISABLED : account.value,
    given: (id: string) => ({ body: { identityId: id, reason: 'By telephone.' } }),
    wrong: noReason,
  })),
  {
    ...account,
    field: 'renameAccount(input: RenameAccountInput!)',
    given: (id: string) => ({
      body: {
        identityId: id,
        username: `r${crypto.randomUUID().slice(0, 8)}`,
        reason: 'By telephone.',
      },
    }),
    wrong: { body: { username: 'support' }, field: 'username', reason: 'is reserved' },
  },
  {
    ...person,
    field: 'changeHouse(input: ChangeHouseInput!)',
    given: (id: string) => ({ body: { id, house: 'Tide' } }),
    wrong: {
      body: { house: 'Void' },
      field: 'house',
      reason: 'must be one of Aether, Ember, Terra, Tide',
    },
    // Asked here, because root-fields.test.ts knows no house.
    refusals: [
      {
        when: 'the person is unknown',
        given: async (system: TestSystem) => ({
          as: await administrator(system),
          body: { id: 'identity_unknown', house: 'Tide' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Identity', id: 'identity_unknown' },
      },
    ],
  },
  {
    ...organization,
    field: 'updateOrganization(input: UpdateOrganizationInput!)',
    given: (id: string) => ({ body: { id, house: 'Tide', openToJoin: false } }),
    wrong: { body: { house: '' }, field: 'house', reason: 'must have 1 to 100 characters' },
  },
  {
    ...organization,
    field: 'retireOrganization(organizationId: ID!)',
    value: { ...organization.value, retiredAt: retired },
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...organization,
    field: 'hideOrganization(input: HideOrganizationInput!)',
    fields: `${organization.fields} moderation { hiddenAt reason }`,
    value: { ...organization.value, moderation: { hiddenAt: 'timestamp', reason: 'string' } },
    given: (id: string) => ({ body: { id, reason: 'Sells what is not theirs.' } }),
    wrong: {
      body: { reason: ' ' },
      field: 'reason',
      reason: 'must have 1 to 200 characters, and not blanks alone',
    },
  },
  {
    ...organization,
    field: 'unhideOrganization(organizationId: ID!)',
    fields: `${organization.fields} moderation { reason }`,
    value: { ...organization.value, moderation: 'null' },
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...scroll,
    field: 'hideScroll(input: HideScrollInput!)',
    given: (id: string) => ({ body: { id, reason: 'Names people who did not agree.' } }),
    wrong: noReason,
  },
  {
    ...scroll,
    field: 'unhideScroll(scrollId: ID!)',
    value: { id: 'string', title: 'string', moderation: 'null' },
    given: (id: string) => ({ params: { id } }),
  },
  {
    ...role,
    field: 'addRole(input: AddRoleInput!)',
    given: (organizationId: string) => ({ body: { ...NEW_ROLE, organizationId } }),
    of: organization.of,
    wrong: { body: { openings: 0 }, field: 'openings', reason: 'must be from 1 to 1000' },
  },
  {
    ...role,
    field: 'updateRole(input: UpdateRoleInput!)',
    given: (id: string) => ({ body: { id, openings: 0 } }),
    wrong: { body: { minLevel: 0 }, field: 'minLevel', reason: 'must be from 1 to 1000' },
  },
  {
    ...role,
    field: 'retireRole(roleId: ID!)',
    value: { ...role.value, retiredAt: retired },
    given: (id: string) => ({ params: { id } }),
  },
].map((change) => adminRow(change as Change))
