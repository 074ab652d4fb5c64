// The bindings of an AsyncAPI 3 document: what the check says when they change.
import { expect, test } from 'vitest'
import { changed, found, NOTICE, ref, SERVER, SHOP } from './shop.ts'

/** Bindings of an owner that change, and what the check must find. */
const BINDINGS: readonly [owner: string, was: object, is: object, ...found: string[]][] = [
  ['channels orders', {}, { kafka: { topic: 'orders' } }],
  ['channels orders', {}, { kafka: { topic: 'news' } }, 'breaking kafka.topic orders>news'],
  ['channels orders', { kafka: { topic: 'x' } }, {}, 'breaking kafka.topic x>orders'],
  [
    'channels orders',
    { kafka: { partitions: 3, replicas: 2, topicConfiguration: { 'retention.ms': 1 } } },
    { kafka: { partitions: 4, replicas: 3, topicConfiguration: { 'retention.ms': 2 } } },
    'safe kafka.replicas',
    'dangerous bindings',
  ],
  [
    'channels orders',
    { amqp: { exchange: { name: 'shop', durable: true } } },
    { amqp: { exchange: { name: 'store', durable: true } } },
    'breaking amqp.exchange.name shop>store',
  ],
  ['channels orders', {}, { amqp: { is: 'routingKey', exchange: { vhost: '/' } } }],
  ['channels orders', {}, { amqp: { exchange: { name: 'shop' } } }, 'dangerous bindings'],
  ['channels orders', {}, { amqp: { is: 'queue' } }, 'breaking amqp.is routingKey>queue'],
  [
    'channels orders',
    { ws: { query: { type: 'object', properties: {} } } },
    { ws: { query: { type: 'object', properties: { token: {} }, required: ['token'] } } },
    'breaking ws.query.token:input-required',
  ],
  [
    'operations order',
    { http: { query: { type: 'object', properties: { a: { maxLength: 9 } } } } },
    { http: { query: { type: 'object', properties: { a: { maxLength: 10 } } } } },
    'safe http.query.a:bound-compatible maxLength 9>10',
  ],
  [
    'operations order',
    { http: { method: 'POST' } },
    { http: { method: 'PUT' } },
    'breaking http.method POST>PUT',
  ],
  ['operations order', { amqp: { cc: ['a', 'b'] } }, { amqp: { cc: ['b', 'a'] } }],
  ['operations order', { amqp: { cc: ['a'] } }, { amqp: { cc: ['b', 'a'] } }, 'dangerous bindings'],
  [
    'operations order',
    { amqp: { cc: ['a', 'b'] } },
    { amqp: { cc: ['b'] } },
    'breaking amqp.cc a, b>b',
  ],
  ['operations notify', { mqtt: { qos: 1 } }, { mqtt: { qos: 2 } }, 'dangerous bindings'],
  [
    'operations notify',
    { solace: { destinations: [{ queue: { name: 'a', maxTtl: '1' } }] } },
    { solace: { destinations: [{ queue: { name: 'b', maxTtl: '1' } }] } },
    'breaking solace.destinations.queue.name a>b',
  ],
  [
    NOTICE,
    { kafka: { key: { type: 'string', maxLength: 9 } } },
    { kafka: { key: { type: 'string', maxLength: 8 } } },
    'safe kafka.key:bound-compatible maxLength 9>8',
  ],
  [
    'channels orders messages order',
    { kafka: { key: { type: 'string', maxLength: 9 } } },
    { kafka: { key: { type: 'string', maxLength: 8 } } },
    'breaking kafka.key:bound-narrowed maxLength 9>8',
  ],
  [
    NOTICE,
    { kafka: { schemaIdLocation: 'header' } },
    { kafka: { schemaIdLocation: 'payload' } },
    'breaking kafka.schemaIdLocation header>payload',
  ],
  [
    NOTICE,
    { http: { statusCode: 200 } },
    { http: { statusCode: 202 } },
    'breaking http.statusCode 200>202',
  ],
  [
    NOTICE,
    { mqtt: { responseTopic: 'a' } },
    { mqtt: { responseTopic: { const: 'b' } } },
    'breaking mqtt.responseTopic:"a">"b"',
  ],
]

test.each(BINDINGS)('Bindings of %s become others: %j, then %j', (owner, was, is, ...expected) => {
  const [before, after] = [was, is].map((value) => changed(`${owner} bindings`, value))
  const said = found(before!, after!).map((one) => {
    const [severity, ...id] = one.split(' ')
    return [severity, id.join(' ').replace(/^.*?(?=bindings$|[a-z]+\.)/, '')].join(' ')
  })
  expect(said).toEqual(expected)
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
