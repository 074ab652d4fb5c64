// The rows of lists that are filtered, ordered and searched: the same parameters in REST and GraphQL.
import { addAsset, addListing } from '#test/market-story.ts'
import { addRealm } from '#test/realm-story.ts'
import {
  addCourse,
  addOrganization,
  addProposal,
  addQuest,
  addRole,
  addScroll,
} from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { Given, Row } from './row.ts'
import type { Shape } from './shape.ts'

type Parameters = NonNullable<Given['parameters']>

interface FoundList {
  service: string
  /** The name of the list, in its path and in its response. */
  name: string
  /** The GraphQL types of its parameters. */
  parameters: Record<string, string>
  /** The shape of its items. */
  value: Record<string, Shape>
  /** Adds an item, and returns the parameters that find it. */
  found: (system: TestSystem, as: Person) => Promise<Parameters>
  /** Parameters that are refused, with the field and the rule. */
  refused: [Parameters, field: string, reason: string][]
  /** The selection, if it differs from the keys of the value. */
  selected?: string
  absent?: string[]
}

const unique = () => `p${crypto.randomUUID().slice(0, 8)}`
const LONG = 'a'.repeat(101)
const LENGTH = 'must have 1 to 100 characters, and not blanks alone'
const BOOLEAN = 'must be true or false'
const TEXT = { id: 'string', title: 'string', description: 'string' } as const
const NAMED = { id: 'string', name: 'string', description: 'string' } as const
const orders = (last: string) => `must be one of newest, oldest, ${last}`

const lists: FoundList[] = [
  {
    service: 'path',
    name: 'quests',
    parameters: {
      type: 'QuestType',
      difficulty: 'QuestDifficulty',
      state: 'QuestStatus',
      orderBy: 'QuestOrder',
      search: 'String',
    },
    value: {
      ...TEXT,
      xpReward: 'integer',
      goldReward: 'integer',
      type: 'string',
      difficulty: 'string',
    },
    async found(system) {
      await addQuest(system, { title: 'Mend the Ferry', type: 'weekly', difficulty: 'advanced' })
      const about = { type: 'weekly', difficulty: 'advanced', state: 'available' }
      return { ...about, orderBy: 'title', search: 'mend fery' }
    },
    refused: [
      [{ type: 'monthly' }, 'type', 'must be one of daily, weekly, story'],
      [{ difficulty: 'hard' }, 'difficulty', 'must be one of beginner, intermediate, advanced'],
      [{ state: 'open' }, 'state', 'must be one of available, done'],
      [{ orderBy: 'rank' }, 'orderBy', orders('title')],
      [{ search: '' }, 'search', LENGTH],
      [{ search: ' ' }, 'search', LENGTH],
      [{ search: LONG }, 'search', LENGTH],
    ],
  },
  {
    service: 'learn',
    name: 'courses',
    parameters: { enrolled: 'Boolean', orderBy: 'CourseOrder', search: 'String' },
    value: { ...TEXT, lessons: 'integer', duration: 'string', skillPoints: 'integer' },
    async found(system) {
      await addCourse(system, { title: 'Reading the Stars' })
      return { enrolled: false, orderBy: 'oldest', search: 'reading the stras' }
    },
    refused: [
      [{ enrolled: 'yes' }, 'enrolled', BOOLEAN],
      [{ orderBy: 'name' }, 'orderBy', orders('title')],
      [{ search: LONG }, 'search', LENGTH],
    ],
  },
  {
    service: 'guild',
    name: 'organizations',
    parameters: {
      house: 'String',
      member: 'Boolean',
      orderBy: 'OrganizationOrder',
      search: 'String',
    },
    value: {
      ...NAMED,
      house: 'string',
      memberCount: 'integer',
      openToJoin: 'boolean',
      createdAt: 'timestamp',
    },
    async found(system) {
      await addOrganization(system, { name: 'Tidewatch', house: 'Tide' })
      return { house: 'Tide', member: false, orderBy: 'name', search: 'tidewatch' }
    },
    refused: [
      [{ member: 1 }, 'member', BOOLEAN],
      [{ orderBy: 'title' }, 'orderBy', orders('name')],
    ],
  },
  {
    service: 'guild',
    name: 'roles',
    parameters: { open: 'Boolean', organization: 'ID', orderBy: 'RoleOrder', search: 'String' },
    value: {
      ...TEXT,
      organizationId: 'string',
      minLevel: 'integer',
      openings: 'integer',
      createdAt: 'timestamp',
    },
    async found(system) {
      const organization = await addOrganization(system)
      await addRole(system, { organizationId: organization, openings: 0, title: 'Cartographer' })
      return { open: false, organization, orderBy: 'title', search: 'cartografer' }
    },
    refused: [
      [{ open: 'maybe' }, 'open', BOOLEAN],
      [{ orderBy: 'level' }, 'orderBy', orders('title')],
    ],
  },
  {
    service: 'governance',
    name: 'proposals',
    parameters: {
      status: 'ProposalStatus',
      author: 'ID',
      voted: 'Boolean',
      orderBy: 'ProposalOrder',
      search: 'String',
    },
    value: {
      ...TEXT,
      status: 'string',
      yesVotes: 'integer',
      noVotes: 'integer',
      endTime: 'timestamp',
    },
    async found(system, { id: proposerId }) {
      await addProposal(system, { proposerId, title: 'Pave the Harbour Road' })
      const about = { status: 'active', author: proposerId, voted: false }
      return { ...about, orderBy: 'newest', search: 'harbor road' }
    },
    refused: [
      [{ status: 'open' }, 'status', 'must be one of active, passed, rejected, cancelled'],
      [{ voted: 'no' }, 'voted', BOOLEAN],
      [{ orderBy: 'ends' }, 'orderBy', orders('title')],
    ],
  },
  {
    service: 'market',
    name: 'assets',
    parameters: { owner: 'ID', listed: 'Boolean', orderBy: 'AssetOrder', search: 'String' },
    value: {
      ...NAMED,
      kind: 'string',
      ownerId: 'string',
      createdAt: 'timestamp',
      listing: { id: 'string', price: 'integer', status: 'string' },
    },
    selected: 'id name description kind ownerId createdAt listing { id price status }',
    async found(system, as) {
      await addAsset(system, as, { name: 'Copper Kettle' })
      return { owner: as.id, listed: false, orderBy: 'name', search: 'copper ketle' }
    },
    absent: ['listing'],
    refused: [
      [{ listed: 'sold' }, 'listed', BOOLEAN],
      [{ orderBy: 'price' }, 'orderBy', orders('name')],
    ],
  },
  {
    service: 'market',
    name: 'listings',
    parameters: {
      minPrice: 'Int',
      maxPrice: 'Int',
      seller: 'ID',
      kind: 'String',
      orderBy: 'ListingOrder',
    },
    value: {
      id: 'string',
      assetId: 'string',
      sellerId: 'string',
      price: 'integer',
      status: 'string',
      createdAt: 'timestamp',
    },
    async found(system, as) {
      await addListing(system, as, 40)
      return { minPrice: 40, maxPrice: 40, seller: as.id, kind: 'tool', orderBy: 'cheapest' }
    },
    refused: [
      [{ minPrice: 1.5 }, 'minPrice', 'must be an integer'],
      [{ minPrice: -1 }, 'minPrice', 'must be from 0 to 2147483647'],
      [{ orderBy: 'price' }, 'orderBy', orders('cheapest, dearest')],
    ],
  },
  {
    service: 'scroll',
    name: 'scrolls',
    parameters: {
      author: 'ID',
      house: 'String',
      since: 'DateTimeISO',
      orderBy: 'ScrollOrder',
      search: 'String',
    },
    value: {
      id: 'string',
      title: 'string',
      author: 'string',
      house: 'string',
      visibility: 'string',
      settlementWeight: 'integer',
      createdAt: 'timestamp',
    },
    async found(system, { id: authorId }) {
      const createdAt = new Date('2026-04-01T12:00:00.000Z')
      await addScroll(system, { authorId, house: 'Terra', createdAt, content: 'Of salt and rope.' })
      const about = { author: authorId, house: 'Terra', since: createdAt.toISOString() }
      return { ...about, orderBy: 'title', search: 'salt' }
    },
    refused: [
      [{ since: 'yesterday' }, 'since', 'must be a date and time such as 2026-11-20T09:30:00.000Z'],
      [{ orderBy: 'author' }, 'orderBy', orders('title')],
    ],
  },
  {
    service: 'realm',
    name: 'realms',
    parameters: { orderBy: 'RealmOrder', search: 'String' },
    value: {
      ...NAMED,
      bounds: {
        min: { x: 'number', y: 'number', z: 'number' },
        max: { x: 'number', y: 'number', z: 'number' },
      },
      createdAt: 'timestamp',
    },
    selected: 'id name description bounds { min { x y z } max { x y z } } createdAt',
    async found(system) {
      await addRealm(system, { name: 'The Salt Flats' })
      return { orderBy: 'name', search: 'salt flat' }
    },
    refused: [[{ orderBy: 'title' }, 'orderBy', orders('name')]],
  },
  {
    service: 'identity',
    name: 'identities',
    parameters: { search: 'String!' },
    value: {
      identityId: 'string',
      username: 'string',
      displayName: 'string',
      house: 'string',
      archetype: 'string',
      level: 'integer',
      xp: 'integer',
      createdAt: 'timestamp',
    },
    selected: 'identityId: id username displayName house archetype level xp createdAt',
    found: async (_system, { username }) => ({ search: username }),
    refused: [
      [{}, 'search', 'is required'],
      [{ search: '' }, 'search', LENGTH],
      [{ search: LONG }, 'search', LENGTH],
    ],
  },
]

export const findingRows: Row[] = lists.map((list) => {
  const { service, name, parameters, value, found, refused, selected, absent } = list
  const given = async (system: TestSystem) => {
    const as = await system.join(unique())
    return { as, parameters: await found(system, as) }
  }
  return {
    service,
    method: 'GET',
    path: `/api/${name}`,
    scopes: ['identity'],
    graphql: operationOf(name, parameters, selected ?? Object.keys(value).join(' ')),
    good: { given, status: 200, form: 'list', name, value, ...(absent && { absent }) },
    refusals: refused.map(([sent, field, reason]) => ({
      when: `asked for ${JSON.stringify(sent)}`,
      given: async (system) => ({ as: await system.join(unique()), parameters: sent }),
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })),
  }
})

function operationOf(root: string, parameters: Record<string, string>, selected: string): string {
  const names = Object.keys(parameters)
  const declared = names.map((name) => `$${name}: ${parameters[name]}`)
  const passed = names.map((name) => `${name}: $${name}`)
  return `query Found(${declared.join(', ')}, $first: Int, $offset: Int) {
    ${root}(${passed.join(', ')}, first: $first, offset: $offset) {
      nodes { ${selected} }
      totalCount
    }
  }`
}
