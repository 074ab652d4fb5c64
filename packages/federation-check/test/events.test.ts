// AsyncAPI documents as others write them, and those that cannot be compared.
import { describe, expect, test } from 'vitest'
import type { Audiences } from '../src/events/audiences.ts'
import { checkEvents } from '../src/events/diff.ts'
import { UsageError } from '../src/sources/files.ts'

const text = (document: object, file = 'asyncapi.json') => ({
  file,
  text: JSON.stringify({ asyncapi: '3.0.0', ...document }),
})

/** A document with one channel, on which one message is sent. */
const sending = (message: object, more: object = {}) => ({
  channels: { orders: { address: 'orders', messages: { placed: message } } },
  ...more,
})

function found(was: object, is: object, audiences?: Audiences) {
  return checkEvents([text(was)], [text(is)], audiences).map(
    ({ severity, id }) => `${severity} ${id}`,
  )
}

const MALFORMED: readonly [title: string, document: object, pointer: string][] = [
  ['channels as a list', { channels: [] }, '#/channels'],
  ['a channel that is null', { channels: { a: null } }, '#/channels/a'],
  ['an address that is a number', { channels: { a: { address: 5 } } }, '#/channels/a/address'],
  [
    'a payload that is a text',
    sending({ payload: 'x' }),
    '#/channels/orders/messages/placed/payload',
  ],
  ['a name that is a list', sending({ name: [] }), '#/channels/orders/messages/placed/name'],
  [
    'a formatted schema with a wrong type',
    sending({ payload: { schemaFormat: 'application/schema+json', schema: { enum: 5 } } }),
    '#/channels/orders/messages/placed/payload/schema/enum',
  ],
  [
    'a trait that is a text',
    sending({ traits: ['x'] }),
    '#/channels/orders/messages/placed/traits/0',
  ],
  [
    'a channel without a pointer',
    { operations: { a: { channel: 'b' } } },
    '#/operations/a/channel',
  ],
  ['a server that is a text', { servers: { a: 'b' } }, '#/servers/a'],
  [
    'a reference with a bare %',
    sending({ $ref: '#/100%' }),
    '#/channels/orders/messages/placed/$ref',
  ],
  [
    'a key of a message elsewhere with a wrong type',
    { ...sending({ bindings: { $ref: '#/x-own' } }), 'x-own': { kafka: { key: { enum: 5 } } } },
    '#/x-own/kafka/key/enum',
  ],
  [
    'a schema elsewhere with a wrong type',
    { ...sending({ payload: { $ref: '#/x-own' } }), 'x-own': { allOf: 5 } },
    '#/x-own/allOf',
  ],
]

describe.each(MALFORMED)('a document with %s', (_, document, pointer) => {
  const fine = text(sending({ payload: { type: 'string' } }))
  test.each([
    ['base', [text(document)], [fine]],
    ['head', [fine], [text(document)]],
  ] as const)('cannot be compared as the %s: the error names the place', (_side, base, head) => {
    expect(() => checkEvents(base, head)).toThrow(UsageError)
    expect(() => checkEvents(base, head)).toThrow(`asyncapi.json: ${pointer} must`)
  })
})

const nested = (depth: number): object =>
  depth === 0 ? {} : { properties: { a: nested(depth - 1) } }
const chain = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, at) => [
    `S${at}`,
    { $ref: `#/components/schemas/S${at + 1}` },
  ]),
)
const bomb = Array.from({ length: 12 }, (_, at) =>
  at === 0
    ? 'x-0: &a0 [x]'
    : `x-${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
)

test.each([
  [
    'another kind of document',
    { file: 'asyncapi.json', text: '{"openapi": "3.1.0"}' },
    'is not an AsyncAPI document',
  ],
  ['AsyncAPI 2', text({ asyncapi: '2.6.0' }), 'is AsyncAPI 2.6.0, which is not read. Convert it'],
  [
    'a schema in another file',
    text(sending({ payload: { $ref: 'order.json' } })),
    'Bundle the document',
  ],
  ['too many levels', text(sending({ payload: nested(200) })), 'nested more than 200 levels deep'],
  [
    'a chain of references',
    text(
      sending(
        { payload: { $ref: '#/components/schemas/S0' } },
        { components: { schemas: { ...chain, S20000: { type: 'string' } } } },
      ),
    ),
    'nested too deep to be checked',
  ],
  [
    'a YAML bomb',
    { file: 'asyncapi.yaml', text: ['asyncapi: 3.0.0', ...bomb].join('\n') },
    'Excessive alias count',
  ],
])('%s is refused with its file', (_, head, message) => {
  const base = text(sending({ payload: { type: 'string' } }), head.file)
  expect(() => checkEvents([base], [head])).toThrow(UsageError)
  expect(() => checkEvents([base], [head])).toThrow(message)
  expect(() => checkEvents([base], [head])).toThrow(head.file)
})

test('A document whose references lead in circles is compared', () => {
  const circle = { $ref: '#/channels/orders/messages/placed' }
  expect(found(sending(circle), sending(circle))).toEqual([])
  const tree = (type: string) => ({
    ...sending({ payload: { $ref: '#/components/schemas/Tree' } }),
    components: {
      schemas: {
        Tree: {
          properties: { kind: { const: type }, next: { $ref: '#/components/schemas/Tree' } },
        },
      },
    },
  })
  expect(found(tree('oak'), tree('elm'))).toContain(
    'breaking event-constant-changed:orders placed payload.kind:"oak">"elm"',
  )
})

test('Traits count, and a message takes precedence over them', () => {
  const audiences = { extension: 'x-audience' }
  const traits = [{ 'x-audience': 'staff', name: 'order' }]
  const written = sending({ name: 'order', 'x-audience': 'staff' })
  expect(found(sending({ traits }), written, audiences)).toEqual([])
  const open = sending({ traits, 'x-audience': 'public' })
  expect(found(sending({ traits }), open, audiences)).toEqual([
    'security event-audience-widened:orders order:staff>public',
  ])
})

test('Draft 7 keywords are read: a discriminator by its name, and a list of items', () => {
  const schemas = (discriminator: string, item: string) =>
    sending({
      payload: { discriminator, properties: { pair: { type: 'array', items: [{ type: item }] } } },
    })
  expect(found(schemas('kind', 'string'), schemas('kind', 'integer'))).toContain(
    'breaking event-payload-broken:orders placed payload.pair[0]:type-changed string>integer',
  )
  expect(found(schemas('kind', 'string'), schemas('type', 'string'))[0]).toContain(
    'discriminator-changed',
  )
})

test('Two messages of one name are told apart by their keys', () => {
  const both = { channels: { a: { messages: { one: { name: 'x' }, two: { name: 'x' } } } } }
  const one = { channels: { a: { messages: { one: { name: 'x' } } } } }
  expect(found(both, one)).toContain('breaking event-removed:a two')
})

test('An operation that lists its messages sends no others', () => {
  const listed = (...names: string[]) => ({
    channels: { a: { messages: { one: {}, two: {} } } },
    operations: {
      send: {
        action: 'send',
        channel: { $ref: '#/channels/a' },
        messages: names.map((name) => ({ $ref: `#/channels/a/messages/${name}` })),
      },
    },
  })
  expect(found(listed('one', 'two'), listed('one'))).toEqual(['breaking event-removed:a two'])
  const received = {
    ...listed(),
    operations: { r: { action: 'receive', channel: { $ref: '#/channels/a' } } },
  }
  expect(found(listed('one'), received)).toEqual([
    'breaking event-removed:a one',
    'safe event-added:a one',
    'safe event-added:a two',
  ])
})

test('An audience is part of another over several lists', () => {
  const order = [
    ['author', 'editors'],
    ['editors', 'staff'],
  ]
  const of = (audience: string) => sending({ 'x-who': audience })
  const rulesOf = (was: string, is: string) =>
    found(of(was), of(is), { extension: 'x-who', order }).map((one) => one.split(':')[0])
  expect(rulesOf('staff', 'author')).toEqual(['breaking event-audience-narrowed'])
  expect(rulesOf('author', 'staff')).toEqual(['security event-audience-widened'])
  expect(rulesOf('author', 'guests')).toEqual(['security event-audience-widened'])
})
