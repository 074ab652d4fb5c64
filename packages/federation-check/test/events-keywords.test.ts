// Every keyword of an AsyncAPI 3 document that is no description: what the check says when it changes.
import { expect, test } from 'vitest'
import { checkEvents } from '../src/events/diff.ts'

const ref = ($ref: string) => ({ $ref })

const OTHER = { type: 'integer' }

/** A shop that receives orders and replies to them, sends notices, and waits for replies to its questions. */
const SHOP = {
  asyncapi: '3.0.0',
  id: 'urn:shop',
  servers: {
    eu: {
      host: '{region}.example.org',
      pathname: '/v1',
      protocol: 'kafka',
      protocolVersion: '3.0',
      variables: { region: { enum: ['eu', 'us'], default: 'eu' } },
      security: [ref('#/components/securitySchemes/token')],
      bindings: { kafka: { schemaRegistryUrl: 'https://example.org' } },
    },
    test: { host: 'test.example.org', protocol: 'kafka' },
  },
  channels: {
    orders: { address: 'orders', messages: { order: {} } },
    replies: {
      messages: {
        accepted: { correlationId: { location: '$message.header#/trace' } },
        refused: {},
      },
    },
    others: { address: 'others', messages: { accepted: {} } },
    questions: { address: 'questions', messages: { question: {} } },
    notices: {
      address: 'notices/{country}',
      messages: {
        notice: {
          name: 'notice',
          contentType: 'application/json',
          headers: { properties: { trace: { type: 'string' } } },
          payload: { type: 'string' },
          correlationId: { location: '$message.header#/trace' },
          bindings: { kafka: { key: { type: 'string' } } },
        },
        traced: { traits: [{ bindings: { kafka: { key: OTHER } } }], bindings: { kafka: {} } },
      },
      servers: [ref('#/servers/eu'), ref('#/servers/test')],
      parameters: {
        country: { enum: ['de', 'fr'], default: 'de', location: '$message.payload#/country' },
      },
      bindings: { kafka: { topic: 'notices' } },
    },
  },
  operations: {
    order: {
      action: 'receive',
      channel: ref('#/channels/orders'),
      reply: {
        address: { location: '$message.header#/replyTo' },
        channel: ref('#/channels/replies'),
        messages: [ref('#/channels/replies/messages/accepted')],
      },
      bindings: { kafka: { groupId: { type: 'string' } } },
      security: [ref('#/components/securitySchemes/oauth')],
    },
    ask: { action: 'send', channel: ref('#/channels/questions') },
    notify: { action: 'send', channel: ref('#/channels/notices') },
    warn: {
      action: 'send',
      channel: ref('#/channels/notices'),
      traits: [{ bindings: { kafka: { clientId: { type: 'string' } } } }],
      bindings: { kafka: {} },
      messages: [ref('#/channels/notices/messages/notice')],
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      oauth: {
        type: 'oauth2',
        scopes: ['order'],
        flows: {
          clientCredentials: { tokenUrl: 'https://id.example.org', availableScopes: { order: '' } },
        },
      },
    },
  },
}
const NOTICE = 'channels notices messages notice'
const OAUTH = 'components securitySchemes oauth'
const SERVER = 'server kafka://{region}.example.org/v1'

/** Where the document changes, to what (undefined: it goes), and what the check must find. */
const CHANGES: readonly [place: string, value: unknown, found: readonly string[]][] = [
  ['id', 'urn:store', ['dangerous event-keyword-changed:document:id']],
  ['servers eu host', 'example.org', ['breaking event-server-removed', 'safe event-server-added']],
  ['servers eu pathname', '/v2', ['breaking event-server-removed', 'safe event-server-added']],
  ['servers eu protocol', 'mqtt', ['breaking event-server-removed', 'safe event-server-added']],
  [
    'servers eu protocolVersion',
    '4.0',
    [`dangerous event-keyword-changed:${SERVER}:protocolVersion`],
  ],
  [
    'servers eu variables region enum',
    ['eu'],
    [`breaking event-value-removed:${SERVER} region:us`],
  ],
  [
    'servers eu variables region enum',
    ['eu', 'us', 'ap'],
    [`safe event-value-added:${SERVER} region:ap`],
  ],
  [
    'servers eu variables region enum',
    undefined,
    [`safe event-value-added:${SERVER} region:any other`],
  ],
  [
    'servers eu variables region default',
    'us',
    [`dangerous event-keyword-changed:${SERVER} region:default`],
  ],
  ['servers eu security', [], ['security event-security-weakened']],
  ['servers test security', [{ type: 'plain' }], ['breaking event-security-tightened']],
  ['servers eu bindings kafka', {}, [`breaking event-binding-changed:${SERVER}:kafka.schema`]],
  ['channels notices address', 'news/{country}', ['breaking event-address-changed']],
  [
    'channels notices servers',
    [ref('#/servers/eu')],
    ['breaking event-server-removed:notices:kafka://test.example.org'],
  ],
  ['channels orders servers', [ref('#/servers/eu')], ['breaking event-server-removed:orders']],
  [
    'channels notices parameters country enum',
    ['de'],
    ['breaking event-value-removed:notices country:fr'],
  ],
  [
    'channels notices parameters country enum',
    ['de', 'fr', 'it'],
    ['safe event-value-added:notices country:it'],
  ],
  [
    'channels notices parameters country default',
    'fr',
    ['dangerous event-keyword-changed:notices country:default'],
  ],
  [
    'channels notices parameters country location',
    '$message.payload#/land',
    ['dangerous event-keyword-changed:notices country:location'],
  ],
  [
    'channels notices parameters',
    undefined,
    [
      'safe event-value-added:notices country:any other',
      'dangerous event-keyword-changed:notices country:default',
      'dangerous event-keyword-changed:notices country:location',
    ],
  ],
  [
    'channels notices bindings kafka topic',
    'news',
    ['breaking event-binding-changed:notices:kafka.topic notices>news'],
  ],
  [`${NOTICE} name`, 'news', ['breaking event-removed:notices notice', 'safe event-added']],
  [`${NOTICE} contentType`, 'text/plain', ['breaking event-format-changed:notices notice']],
  ['defaultContentType', 'text/plain', ['breaking event-format-changed']],
  [`${NOTICE} payload`, OTHER, ['breaking event-payload-broken:notices notice payload']],
  [`${NOTICE} headers properties trace`, OTHER, ['breaking event-payload-broken']],
  [
    `${NOTICE} correlationId location`,
    '$message.header#/id',
    ['breaking event-correlation-moved:notices notice:$message.header#/trace>$message.header#/id'],
  ],
  [
    `${NOTICE} correlationId`,
    undefined,
    ['breaking event-correlation-moved:notices notice:$message.header#/trace>none'],
  ],
  [
    'channels replies messages accepted correlationId location',
    '$message.header#/id',
    ['breaking event-correlation-moved:replies accepted'],
  ],
  [
    'channels questions messages question correlationId',
    { location: '$message.header#/id' },
    ['safe event-keyword-compatible:questions question:correlationId'],
  ],
  [
    `${NOTICE} bindings kafka key`,
    OTHER,
    ['breaking event-payload-broken:notices notice kafka.key:type-changed string>integer'],
  ],
  [
    'channels notices messages traced traits',
    [],
    ['breaking event-payload-broken:notices traced kafka.key:type-changed integer>any'],
  ],
  [
    'operations order action',
    'send',
    ['breaking event-removed:orders order', 'safe event-added:orders order'],
  ],
  ['operations order channel', ref('#/channels/others'), ['breaking event-removed:orders order']],
  ['operations order', undefined, ['breaking event-removed:orders order']],
  ['operations ask', undefined, ['breaking event-operation-removed:operation ask']],
  ['operations warn', undefined, ['dangerous event-keyword-changed:operation warn:operation']],
  [
    'operations notify messages',
    [ref('#/channels/notices/messages/notice')],
    ['breaking event-removed:notices traced'],
  ],
  [
    'operations warn messages',
    [ref('#/channels/notices/messages/traced')],
    ['dangerous event-keyword-changed:operation warn:messages'],
  ],
  ['operations order security', [], ['security event-security-weakened:orders receive']],
  [
    'operations order bindings kafka groupId',
    OTHER,
    ['dangerous event-keyword-changed:operation order:bindings'],
  ],
  ['operations warn traits', [], ['dangerous event-keyword-changed:operation warn:bindings']],
  ['operations order reply', undefined, ['breaking event-reply-removed:operation order']],
  [
    'operations ask reply',
    { channel: ref('#/channels/others') },
    ['breaking event-reply-required:operation ask'],
  ],
  [
    'operations order reply address location',
    '$message.header#/answerTo',
    ['breaking event-reply-moved:operation order'],
  ],
  ['operations order reply address', undefined, ['breaking event-reply-moved:operation order']],
  [
    'operations order reply channel',
    ref('#/channels/others'),
    ['breaking event-reply-moved:operation order'],
  ],
  [
    'operations order reply messages',
    [ref('#/channels/replies/messages/refused')],
    ['dangerous event-keyword-changed:operation order reply:messages'],
  ],
  [`${OAUTH} type`, 'openIdConnect', ['security event-security-weakened']],
  [`${OAUTH} scopes`, [], ['security event-security-weakened:orders receive']],
  [`${OAUTH} scopes`, ['order', 'pay'], ['breaking event-security-tightened:orders receive']],
  [`${OAUTH} flows clientCredentials tokenUrl`, 'https://x.org', ['breaking event-security']],
  [
    `${OAUTH} flows clientCredentials availableScopes`,
    { pay: '' },
    ['dangerous event-keyword-changed:orders receive:availableScopes'],
  ],
  [
    'components securitySchemes token bearerFormat',
    'opaque',
    [`dangerous event-keyword-changed:${SERVER}:bearerFormat`],
  ],
]

/** The document with another value at the place. */
function changed(place: string, value: unknown, given: object = SHOP) {
  const document = structuredClone(given) as Record<string, unknown>
  const keys = place.split(' ')
  const last = keys.pop()!
  const at = keys.reduce((one, key) => one[key] as Record<string, unknown>, document)
  if (value === undefined) delete at[last]
  else at[last] = value
  return document
}

const text = (document: object) => ({ file: 'asyncapi.json', text: JSON.stringify(document) })

const found = (was: object, is: object) =>
  checkEvents([text(was)], [text(is)]).map(({ severity, id }) => `${severity} ${id}`)

test.each(CHANGES)('A change of %s to %j is found', (place, value, expected) => {
  const all = found(SHOP, changed(place, value))
  for (const one of expected) expect(all).toContainEqual(expect.stringContaining(one))
})

/** Bindings of an owner that change, and what the check must find. */
const BINDINGS: readonly [owner: string, was: object, is: object, found: readonly string[]][] = [
  ['channels orders', {}, { kafka: { topic: 'orders' } }, []],
  ['channels orders', {}, { kafka: { topic: 'news' } }, ['breaking kafka.topic orders>news']],
  ['channels orders', { kafka: { topic: 'x' } }, {}, ['breaking kafka.topic x>orders']],
  [
    'channels orders',
    { kafka: { partitions: 3, replicas: 2, topicConfiguration: { 'retention.ms': 1 } } },
    { kafka: { partitions: 4, replicas: 3, topicConfiguration: { 'retention.ms': 2 } } },
    ['safe kafka.replicas', 'dangerous bindings'],
  ],
  [
    'channels orders',
    { amqp: { exchange: { name: 'shop', durable: true } } },
    { amqp: { exchange: { name: 'store', durable: true } } },
    ['breaking amqp.exchange.name shop>store'],
  ],
  ['channels orders', {}, { amqp: { is: 'routingKey', exchange: { vhost: '/' } } }, []],
  ['channels orders', {}, { amqp: { exchange: { name: 'shop' } } }, ['dangerous bindings']],
  ['channels orders', {}, { amqp: { is: 'queue' } }, ['breaking amqp.is routingKey>queue']],
  [
    'channels orders',
    { ws: { query: { type: 'object', properties: {} } } },
    { ws: { query: { type: 'object', properties: { token: {} }, required: ['token'] } } },
    ['breaking ws.query.token:input-required'],
  ],
  [
    'operations order',
    { http: { query: { type: 'object', properties: { a: { maxLength: 9 } } } } },
    { http: { query: { type: 'object', properties: { a: { maxLength: 10 } } } } },
    ['safe http.query.a:bound-compatible maxLength 9>10'],
  ],
  [
    'operations order',
    { http: { method: 'POST' } },
    { http: { method: 'PUT' } },
    ['breaking http.method POST>PUT'],
  ],
  ['operations order', { amqp: { cc: ['a', 'b'] } }, { amqp: { cc: ['b', 'a'] } }, []],
  [
    'operations order',
    { amqp: { cc: ['a'] } },
    { amqp: { cc: ['b', 'a'] } },
    ['dangerous bindings'],
  ],
  [
    'operations order',
    { amqp: { cc: ['a', 'b'] } },
    { amqp: { cc: ['b'] } },
    ['breaking amqp.cc a, b>b'],
  ],
  ['operations notify', { mqtt: { qos: 1 } }, { mqtt: { qos: 2 } }, ['dangerous bindings']],
  [
    'operations notify',
    { solace: { destinations: [{ queue: { name: 'a', maxTtl: '1' } }] } },
    { solace: { destinations: [{ queue: { name: 'b', maxTtl: '1' } }] } },
    ['breaking solace.destinations.queue.name a>b'],
  ],
  [
    NOTICE,
    { kafka: { key: { type: 'string', maxLength: 9 } } },
    { kafka: { key: { type: 'string', maxLength: 8 } } },
    ['safe kafka.key:bound-compatible maxLength 9>8'],
  ],
  [
    'channels orders messages order',
    { kafka: { key: { type: 'string', maxLength: 9 } } },
    { kafka: { key: { type: 'string', maxLength: 8 } } },
    ['breaking kafka.key:bound-narrowed maxLength 9>8'],
  ],
  [
    NOTICE,
    { kafka: { schemaIdLocation: 'header' } },
    { kafka: { schemaIdLocation: 'payload' } },
    ['breaking kafka.schemaIdLocation header>payload'],
  ],
  [
    NOTICE,
    { http: { statusCode: 200 } },
    { http: { statusCode: 202 } },
    ['breaking http.statusCode 200>202'],
  ],
  [
    NOTICE,
    { mqtt: { responseTopic: 'a' } },
    { mqtt: { responseTopic: { const: 'b' } } },
    ['breaking mqtt.responseTopic:"a">"b"'],
  ],
]

test.each(BINDINGS)('Bindings of %s become others: %j, then %j', (owner, was, is, expected) => {
  const [before, after] = [was, is].map((value) => changed(`${owner} bindings`, value))
  const said = found(before!, after!).map((one) => {
    const [severity, ...id] = one.split(' ')
    return [severity, id.join(' ').replace(/^.*?(?=bindings$|[a-z]+\.)/, '')].join(' ')
  })
  expect(said).toEqual(expected)
})

/** Objects with a description, tags, an extension and the like. */
const DESCRIBED = [
  'servers eu',
  'servers eu variables region',
  'channels notices',
  'channels notices parameters country',
  NOTICE,
  `${NOTICE} correlationId`,
  `${NOTICE} bindings kafka key`,
  'operations order',
  'operations order reply address',
  OAUTH,
  `${OAUTH} flows clientCredentials`,
]

test.each(DESCRIBED)('The description, examples and extensions of %s are no change', (place) => {
  const described = { description: 'Other words.', 'x-own': 1 }
  const document = Object.entries(described).reduce<object>(
    (one, [name, value]) => changed(`${place} ${name}`, value, one),
    SHOP,
  )
  expect(found(SHOP, document)).toEqual([])
})

test('What is written elsewhere, and the names of servers and schemes, are no change', () => {
  const { eu, test: other } = SHOP.servers
  const written = {
    ...SHOP,
    servers: { main: ref('#/components/servers/eu'), spare: other },
    channels: {
      ...SHOP.channels,
      notices: {
        ...SHOP.channels.notices,
        servers: [ref('#/servers/spare'), ref('#/servers/main')],
        bindings: { kafka: ref('#/components/x-topic') },
      },
    },
    components: { ...SHOP.components, servers: { eu }, 'x-topic': { topic: 'notices' } },
  }
  expect(found(SHOP, written)).toEqual([])
})

test('Bindings that refer to each other again and again are compared', () => {
  const layers = Array.from({ length: 60 }, (_, at) => [
    `x-${at}`,
    { one: ref(`#/components/x-${at + 1}`), other: ref(`#/components/x-${at + 1}`) },
  ])
  const of = (last: object) => ({
    ...SHOP,
    servers: { eu: { ...SHOP.servers.eu, bindings: ref('#/components/x-0') } },
    components: { ...SHOP.components, ...Object.fromEntries(layers), 'x-60': last },
  })
  const circle = { own: ref('#/components/x-0') }
  expect(found(of(circle), of({ ...circle, more: true }))).toContain(
    `dangerous event-keyword-changed:${SERVER}:bindings`,
  )
  expect(found(of(circle), of({ own: ref('#/components/x-0'), 'x-more': true }))).toEqual([])
})

const ONLY_EU = changed('channels orders servers', [ref('#/servers/eu')])

test.each([
  ['lists another', 'channels orders servers', [ref('#/servers/eu'), ref('#/servers/test')]],
  ['loses its list', 'channels orders servers', undefined],
])('A channel that %s is on one more server, which requires less', (_, place, value) => {
  expect(found(ONLY_EU, changed(place, value))).toEqual([
    'safe event-server-added:orders:kafka://test.example.org',
    'security event-security-weakened:orders servers:token>nothing',
  ])
})

test('A new server of the document may require less than all others', () => {
  const one = changed('servers test', undefined, changed('channels notices servers', undefined))
  const two = changed('channels notices servers', undefined)
  expect(found(one, two)).toEqual([
    'safe event-server-added:server kafka://test.example.org',
    'security event-security-weakened:servers:token>nothing',
  ])
})

test('A channel moves to another server of the same address', () => {
  const both = changed('servers open', { ...SHOP.servers.eu, security: [] }, ONLY_EU)
  const moved = changed('channels orders servers', [ref('#/servers/open')], both)
  const address = SERVER.replace('server ', '')
  expect(found(both, moved)).toEqual([
    `breaking event-server-removed:orders:${address} eu`,
    `safe event-server-added:orders:${address} open`,
    'security event-security-weakened:orders servers:token>nothing',
  ])
})

/** Two messages of a channel, of which one operation sends the public one, and another the secret one. */
const GUARDED = {
  asyncapi: '3.0.0',
  channels: { orders: { address: 'orders', messages: { open: {}, secret: {} } } },
  operations: {
    sendOpen: sending('open', 'plain'),
    sendSecret: sending('secret', 'X509'),
  },
}

function sending(message: string, type: string) {
  const messages = [ref(`#/channels/orders/messages/${message}`)]
  return { action: 'send', channel: ref('#/channels/orders'), messages, security: [{ type }] }
}

const BOTH = ['open', 'secret'].map((one) => ref(`#/channels/orders/messages/${one}`))

test.each([
  [
    'A message that a guarded operation sent is sent by another one',
    'operations sendOpen messages',
    BOTH,
    'dangerous event-keyword-changed:operation sendOpen:messages',
  ],
  [
    'A message that a guarded operation sent is sent by a new one',
    'operations sendMore',
    sending('secret', 'plain'),
    'safe event-operation-added:operation sendMore',
  ],
])('%s, which requires less', (_, place, value, reported) => {
  expect(found(GUARDED, changed(place, value, GUARDED)).toSorted()).toEqual([
    reported,
    'security event-security-weakened:orders secret:X509>X509 or plain',
  ])
})

test('The order of the flows of a scheme is no change', () => {
  const password = { tokenUrl: 'https://id.example.org' }
  const { clientCredentials } = SHOP.components.securitySchemes.oauth.flows
  const [one, other] = [
    { clientCredentials, password },
    { password, clientCredentials },
  ].map((flows) => changed(`${OAUTH} flows`, flows))
  expect(found(one!, other!)).toEqual([])
})

test('The payload of a reply without a channel is compared', () => {
  const replying = (type: string) => ({
    ...changed('operations order reply', {
      address: { location: '$message.header#/replyTo' },
      messages: [ref('#/components/messages/pong')],
    }),
    components: { ...SHOP.components, messages: { pong: { payload: { type } } } },
  })
  expect(found(replying('string'), replying('integer'))).toEqual([
    expect.stringContaining('breaking event-payload-broken:operation order reply pong payload'),
  ])
})
