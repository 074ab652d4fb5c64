// Every keyword of an AsyncAPI 3 document that is no description: what the check says when it changes.
import { expect, test } from 'vitest'
import { changed, found, NOTICE, OTHER, ref, SERVER, SHOP } from './shop.ts'

const OAUTH = 'components securitySchemes oauth'

/** Where the document changes, to what (undefined: it goes), and what the check must find. */
const CHANGES: readonly [place: string, value: unknown, ...found: string[]][] = [
  ['id', 'urn:store', 'dangerous event-keyword-changed:document:id'],
  ['servers eu host', 'example.org', 'breaking event-server-removed', 'safe event-server-added'],
  ['servers eu pathname', '/v2', 'breaking event-server-removed', 'safe event-server-added'],
  ['servers eu protocol', 'mqtt', 'breaking event-server-removed', 'safe event-server-added'],
  [
    'servers eu protocolVersion',
    '4.0',
    `dangerous event-keyword-changed:${SERVER}:protocolVersion`,
  ],
  ['servers eu variables region enum', ['eu'], `breaking event-value-removed:${SERVER} region:us`],
  [
    'servers eu variables region enum',
    ['eu', 'us', 'ap'],
    `safe event-value-added:${SERVER} region:ap`,
  ],
  [
    'servers eu variables region enum',
    undefined,
    `safe event-value-added:${SERVER} region:any other`,
  ],
  [
    'servers eu variables region default',
    'us',
    `dangerous event-keyword-changed:${SERVER} region:default`,
  ],
  ['servers eu security', [], 'security event-security-weakened'],
  ['servers test security', [{ type: 'plain' }], 'breaking event-security-tightened'],
  ['servers eu bindings kafka', {}, `breaking event-binding-changed:${SERVER}:kafka.schema`],
  ['channels notices address', 'news/{country}', 'breaking event-address-changed'],
  [
    'channels notices servers',
    [ref('#/servers/eu')],
    'breaking event-server-removed:notices:kafka://test.example.org',
  ],
  ['channels orders servers', [ref('#/servers/eu')], 'breaking event-server-removed:orders'],
  [
    'channels notices parameters country enum',
    ['de'],
    'breaking event-value-removed:notices country:fr',
  ],
  [
    'channels notices parameters country enum',
    ['de', 'fr', 'it'],
    'safe event-value-added:notices country:it',
  ],
  [
    'channels notices parameters country default',
    'fr',
    'dangerous event-keyword-changed:notices country:default',
  ],
  [
    'channels notices parameters country location',
    '$message.payload#/land',
    'dangerous event-keyword-changed:notices country:location',
  ],
  [
    'channels notices parameters',
    undefined,
    'safe event-value-added:notices country:any other',
    'dangerous event-keyword-changed:notices country:default',
    'dangerous event-keyword-changed:notices country:location',
  ],
  [
    'channels notices bindings kafka topic',
    'news',
    'breaking event-binding-changed:notices:kafka.topic notices>news',
  ],
  [`${NOTICE} name`, 'news', 'breaking event-removed:notices notice', 'safe event-added'],
  [`${NOTICE} contentType`, 'text/plain', 'breaking event-format-changed:notices notice'],
  ['defaultContentType', 'text/plain', 'breaking event-format-changed'],
  [`${NOTICE} payload`, OTHER, 'breaking event-payload-broken:notices notice payload'],
  [`${NOTICE} headers properties trace`, OTHER, 'breaking event-payload-broken'],
  [
    `${NOTICE} correlationId location`,
    '$message.header#/id',
    'breaking event-correlation-moved:notices notice:$message.header#/trace>$message.header#/id',
  ],
  [
    `${NOTICE} correlationId`,
    undefined,
    'breaking event-correlation-moved:notices notice:$message.header#/trace>none',
  ],
  [
    'channels replies messages accepted correlationId location',
    '$message.header#/id',
    'breaking event-correlation-moved:replies accepted',
  ],
  [
    'channels questions messages question correlationId',
    { location: '$message.header#/id' },
    'safe event-keyword-compatible:questions question:correlationId',
  ],
  [
    `${NOTICE} bindings kafka key`,
    OTHER,
    'breaking event-payload-broken:notices notice kafka.key:type-changed string>integer',
  ],
  [
    'channels notices messages traced traits',
    [],
    'breaking event-payload-broken:notices traced kafka.key:type-changed integer>any',
  ],
  [
    'operations order action',
    'send',
    'breaking event-removed:orders order',
    'safe event-added:orders order',
  ],
  ['operations order channel', ref('#/channels/others'), 'breaking event-removed:orders order'],
  ['operations order', undefined, 'breaking event-removed:orders order'],
  ['operations ask', undefined, 'breaking event-operation-removed:operation ask'],
  ['operations warn', undefined, 'dangerous event-keyword-changed:operation warn:operation'],
  [
    'operations notify messages',
    [ref('#/channels/notices/messages/notice')],
    'breaking event-removed:notices traced',
  ],
  [
    'operations warn messages',
    [ref('#/channels/notices/messages/traced')],
    'dangerous event-keyword-changed:operation warn:messages',
  ],
  ['operations order security', [], 'security event-security-weakened:orders receive'],
  [
    'operations order bindings kafka groupId',
    OTHER,
    'dangerous event-keyword-changed:operation order:bindings',
  ],
  ['operations warn traits', [], 'dangerous event-keyword-changed:operation warn:bindings'],
  ['operations order reply', undefined, 'breaking event-reply-removed:operation order'],
  [
    'operations ask reply',
    { channel: ref('#/channels/others') },
    'breaking event-reply-required:operation ask',
  ],
  [
    'operations order reply address location',
    '$message.header#/answerTo',
    'breaking event-reply-moved:operation order',
  ],
  ['operations order reply address', undefined, 'breaking event-reply-moved:operation order'],
  [
    'operations order reply channel',
    ref('#/channels/others'),
    'breaking event-reply-moved:operation order',
  ],
  [
    'operations order reply messages',
    [ref('#/channels/replies/messages/refused')],
    'dangerous event-keyword-changed:operation order reply:messages',
  ],
  [`${OAUTH} type`, 'openIdConnect', 'security event-security-weakened'],
  [`${OAUTH} scopes`, [], 'security event-security-weakened:orders receive'],
  [`${OAUTH} scopes`, ['order', 'pay'], 'breaking event-security-tightened:orders receive'],
  [`${OAUTH} flows clientCredentials tokenUrl`, 'https://x.org', 'breaking event-security'],
  [
    `${OAUTH} flows clientCredentials availableScopes`,
    { pay: '' },
    'dangerous event-keyword-changed:orders receive:availableScopes',
  ],
  [
    'components securitySchemes token bearerFormat',
    'opaque',
    `dangerous event-keyword-changed:${SERVER}:bearerFormat`,
  ],
]

test.each(CHANGES)('A change of %s to %j is found', (place, value, ...expected) => {
  const all = found(SHOP, changed(place, value))
  for (const one of expected) expect(all).toContainEqual(expect.stringContaining(one))
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
