// The servers of a channel and the operations of a message: what the check says when they require less.
import { expect, test } from 'vitest'
import { changed, found, ref, SERVER, SHOP } from './shop.ts'

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
