// The two subgraphs, documents and REST contract that every pair of the corpus starts from.

/** Links everything that a pair may use. */
export const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [
  "@key" "@shareable" "@external" "@requires" "@provides" "@override" "@inaccessible"
  "@interfaceObject" "@authenticated" "@requiresScopes" "@policy"
])
`

const QUESTS = `${LINK}
directive @requiresAdminKey on FIELD_DEFINITION
directive @slow(ms: Int) on SCHEMA | SCALAR | ARGUMENT_DEFINITION | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION

type Query {
  quests(first: Int = 20, type: QuestType, near: NearInput): [Quest!] @requiresScopes(scopes: [["identity"]])
  quest(id: ID!): Quest @requiresScopes(scopes: [["identity"]])
  node(id: ID!): Node @authenticated
  found(order: Order! = newest): Found @requiresScopes(scopes: [["identity", "credentials"], ["admin"]])
  audit: String @policy(policies: [["auditor"], ["owner"]])
  log: Log @authenticated
}
type Mutation {
  completeQuest(input: CompleteQuestInput!): Quest @requiresScopes(scopes: [["identity"]])
  closeQuest(id: ID!): Quest @requiresScopes(scopes: [["identity"]]) @requiresAdminKey
  grantXp(id: ID!): Int @inaccessible
}
"A thing." interface Node { id: ID! }
union Found = Quest | Badge
"Something to do." type Quest implements Node @key(fields: "id") {
  id: ID!
  "What it is called." title: String!
  type: QuestType
  size: Int @shareable
  reward: Money
  author: Identity @provides(fields: "name")
  note: String
  old: String @deprecated(reason: "Use title.")
  older: String @deprecated
  secret: String @requiresScopes(scopes: [["admin"]])
}
type Badge @key(fields: "id realmId") { id: ID! realmId: ID! code: String }
type Identity @key(fields: "id") { id: ID! "N." name: String @external quests: Int }
type Money @shareable { amount: Int! currency: String! }
type Log @authenticated { lines: Int }
enum QuestType { daily weekly story @deprecated(reason: "Told elsewhere.") }
enum Order { newest oldest }
scalar Moment
input CompleteQuestInput { "Which." questId: ID! note: String = "" stars: Int! = 1 at: Moment }
input NearInput { x: Int! }
`

const PEOPLE = `${LINK}
"Null for others." directive @private("Whose." owner: String!) on FIELD_DEFINITION
type Query {
  me: Identity @authenticated
}
type Identity @key(fields: "id") {
  id: ID!
  name: String @shareable
  level: Int!
  house: String!
  wallet: Money
}
type Quest @key(fields: "id") { id: ID! size: Int @external weight: Int @requires(fields: "size") }
type Money @shareable { amount: Int! currency: String! }
`

/** A subgraph whose own directive stands in every place, with a number of its own in each. */
export const MARKED = `extend schema @slow(ms: 1) @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key" "@requiresScopes"])
directive @slow(ms: Int) on SCHEMA | SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION
directive @trace(level: Int = 1, depth: Int!) on QUERY | FIELD
type Query @requiresScopes(scopes: [["identity"]]) {
  quests(type: QuestType @slow(ms: 5), near: NearInput): Found @slow(ms: 4)
  node: Node
}
interface Node @slow(ms: 6) { id: Moment }
type Quest implements Node @slow(ms: 3) { id: Moment }
union Found @slow(ms: 7) = Quest
enum QuestType @slow(ms: 8) { daily @slow(ms: 9) weekly }
input NearInput @slow(ms: 10) { x: Int @slow(ms: 11) }
scalar Moment @slow(ms: 2) @specifiedBy(url: "https://example.org/moment")
`

/** What the start page of a frontend asks. */
const BOARD = `query Board {
  quests { title type reward { amount } author { name level } }
  me { name }
}
`

/** What the registered client `phone` asks. */
const PHONE = `mutation Complete($input: CompleteQuestInput!) { completeQuest(input: $input) { id } }`

/** What one REST path asks of its own service. */
export const ROUTES = {
  quests: [
    { method: 'get', path: '/api/quests', operation: 'query Quests { quests { id title } }' },
  ],
}

const quest = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    type: { enum: ['daily', 'weekly'] },
    size: { type: ['integer', 'null'] },
    at: { type: 'string', format: 'date-time' },
    parent: { anyOf: [{ $ref: '#/components/schemas/Quest' }, { type: 'null' }] },
    place: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
}

const completion = {
  type: 'object',
  required: ['stars'],
  properties: {
    stars: { type: 'integer' },
    note: { type: 'string' },
    mood: { enum: ['good', 'bad'] },
  },
}

const realm = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 100 },
    ref: { $ref: '#/components/schemas/Ref' },
  },
  additionalProperties: false,
}

/** A form of a value, told apart by its title. */
const form = (title: string, properties: Record<string, object>) => ({
  title,
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const realms = { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/Realm' } }
const text = { type: 'string' }
const total = { type: 'integer', minimum: 0 }

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const oauth = (...scopes: string[]) => [{ oauth: scopes }]

/** The REST contract of the base. */
const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Quests', version: '1' },
  paths: {
    '/api/quests': {
      get: {
        security: oauth('identity'),
        parameters: [{ name: 'near', in: 'query', schema: { type: 'string' } }],
        responses: {
          200: json({ type: 'array', items: { $ref: '#/components/schemas/Quest' } }),
          400: json({ type: 'object' }),
        },
      },
    },
    '/api/quests/{id}/complete': {
      post: {
        security: oauth('identity'),
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: json({ $ref: '#/components/schemas/Completion' }),
        responses: { 200: json({ $ref: '#/components/schemas/Quest' }) },
      },
      delete: { security: oauth('identity'), responses: { 204: {} } },
    },
    '/api/realms/{id}': {
      get: {
        security: [{ key: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 30 } },
          {
            name: 'limit',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        ],
        responses: {
          200: {
            headers: {
              Link: { $ref: '#/components/headers/Link' },
              'X-Limit': { $ref: '#/components/headers/Limit' },
            },
            ...json({
              oneOf: [
                { $ref: '#/components/schemas/RealmList' },
                { $ref: '#/components/schemas/RealmPage' },
              ],
            }),
          },
          404: {},
        },
      },
      post: {
        security: [{ key: [] }],
        requestBody: json({
          oneOf: [
            form('found', {
              name: { type: 'string', minLength: 1, maxLength: 200, pattern: 'a' },
              kind: { type: 'string', const: 'found' },
            }),
            form('copy', {
              source: { type: 'string' },
              kind: { type: 'string', const: 'copy' },
            }),
          ],
        }),
        responses: { 201: {} },
      },
    },
  },
  components: {
    schemas: {
      Quest: quest,
      Completion: completion,
      Realm: realm,
      Ref: {
        oneOf: [form('QuestRef', { quest: text }), form('ScrollRef', { scroll: text })],
      },
      RealmList: form('list', { realms }),
      RealmPage: form('page', { data: realms, total }),
    },
    headers: {
      Link: { schema: text },
      Limit: { required: true, schema: { type: 'integer', maximum: 100 } },
    },
    securitySchemes: {
      oauth: { type: 'oauth2', flows: { authorizationCode: {}, clientCredentials: {} } },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
}

/** The events of the base, as readers know them. */
const ASYNCAPI = {
  asyncapi: '3.0.0',
  info: { title: 'Events of quests', version: '1' },
  defaultContentType: 'application/json',
  servers: {
    quests: {
      host: 'quests.example.org',
      protocol: 'https',
      security: [{ $ref: '#/components/securitySchemes/token' }],
    },
  },
  channels: {
    quests: {
      address: '/api/events',
      messages: {
        'quest.opened': message('quest.opened', 'Quest', 'public'),
        'quest.completed': message('quest.completed', 'Quest', 'owner'),
        'member.accepted': message('member.accepted', 'Organization', 'members'),
        report: {
          payload: {
            schemaFormat: 'application/vnd.apache.avro;version=1.9.0',
            schema: { type: 'record', name: 'Report' },
          },
        },
      },
    },
    commands: {
      address: '/commands',
      messages: { 'quest.open': { payload: { $ref: '#/components/schemas/Command' } } },
    },
  },
  operations: {
    sendQuests: { action: 'send', channel: { $ref: '#/channels/quests' } },
    receiveCommands: {
      action: 'receive',
      channel: { $ref: '#/channels/commands' },
      security: [{ $ref: '#/components/securitySchemes/token' }],
    },
  },
  components: {
    schemas: {
      Command: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, note: { type: 'string' } },
      },
    },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
}

/** A message of this kind. */
function message(name: string, subject: string, audience: string) {
  return {
    name,
    summary: 'What happened.',
    payload: {
      type: 'object',
      required: ['type', 'subject', 'at'],
      properties: {
        type: { const: name },
        subject: {
          type: 'object',
          required: ['type', 'id'],
          properties: { type: { const: subject }, id: { type: 'string' } },
        },
        at: { type: 'string', format: 'date-time' },
      },
    },
    'x-audience': audience,
  }
}

/** Subgraphs by name, `board.graphql`, `phone` (a document), `openapi.json`, `asyncapi.json`: texts of one side. */
export type Texts = Record<string, string>

export const BASE: Texts = {
  quests: QUESTS,
  people: PEOPLE,
  'board.graphql': BOARD,
  phone: PHONE,
  'openapi.json': JSON.stringify(OPENAPI),
  'asyncapi.json': JSON.stringify(ASYNCAPI),
}
