// Step 10, as a table: what can change in an AsyncAPI document, and how bad it is.
import { breaking, dangerous, final, safe, security, type Rules } from '../finding.ts'

const UNKNOWN = 'Readers that nobody knows may wait for whatever is documented.'
const TELL = 'Tell the readers before.'
const BESIDE = 'Keep it, and add the new one beside it.'

export const eventRules = {
  'event-contract-removed': final(
    breaking('the AsyncAPI document is removed', 'no `asyncapi.json`', {
      why: UNKNOWN,
      fix: 'Put the document back.',
    }),
  ),
  'event-server-removed': breaking('a server is removed', 'another host', {
    why: 'Readers still connect to the old address.',
    fix: 'Keep serving the old address.',
  }),
  'event-server-added': safe('a server is added', '`eu.example.org`'),
  'event-channel-removed': breaking('a channel is removed', '`orders`', {
    why: UNKNOWN,
    fix: 'Keep the channel.',
  }),
  'event-channel-added': safe('a channel is added', '`invoices`'),
  'event-address-changed': breaking('a channel has another address', '`/api/events`', {
    why: 'Readers still use the old address.',
    fix: 'Keep the address, and add a channel for the new one.',
  }),
  'event-operation-removed': breaking('an operation is removed', 'no `sendOrders`', {
    why: UNKNOWN,
    fix: 'Keep the operation.',
  }),
  'event-operation-added': safe('an operation is added', '`sendOrders`'),
  'event-reply-removed': breaking('an operation loses its reply', 'no `reply`', {
    why: 'Whoever waits for the reply waits forever, without any error.',
    fix: 'Keep the reply.',
  }),
  'event-reply-required': breaking('an operation waits for a reply', '`reply` of a `send`', {
    why: 'Whoever receives the message does not reply yet.',
    fix: 'Add an operation with a reply beside this one.',
  }),
  'event-reply-moved': breaking(
    'a reply has another address or channel',
    '`location: $message.header#/replyTo`',
    { why: 'Whoever waits for the reply waits at the old place.', fix: BESIDE },
  ),
  'event-reply-added': safe('an operation replies', '`reply` of a `receive`'),
  'event-value-removed': breaking(
    'a parameter of an address or a variable of a server loses a value',
    '`region: us`',
    { why: 'Whoever uses the value finds nothing there.', fix: 'Keep the value.' },
  ),
  'event-value-added': safe(
    'a parameter of an address or a variable of a server gets a value',
    '`region: ap`',
  ),
  'event-removed': breaking('a kind of event is removed', '`order.placed`', {
    why: 'Whoever waits for it waits forever, without any error.',
    fix: 'Keep sending it. To rename it, send both for a while.',
  }),
  'event-added': safe('a kind of event is added', '`order.cancelled`'),
  'event-audience-widened': security('more people may receive an event', '`owner` to `public`', {
    why: 'Somebody learns what they could not.',
    fix: 'Put the audience back, or let the owner of the data approve.',
  }),
  'event-audience-narrowed': breaking(
    'fewer people may receive an event',
    '`public` to `members`',
    {
      why: 'Whoever no longer receives it waits forever, without any error.',
      fix: 'Keep the audience, or tell those who lose the event before.',
    },
  ),
  'event-payload-broken': breaking('a payload breaks what relies on it', 'no `subject.id`', {
    why: 'A program that relies on it fails.',
    fix: BESIDE,
  }),
  'event-payload-risky': dangerous('a payload may break what relies on it', 'another `format`', {
    fix: TELL,
  }),
  'event-payload-compatible': safe('a payload changes compatibly', 'one more property'),
  'event-constant-changed': breaking('a constant has another value', 'the type of a subject', {
    why: 'Readers tell events apart by it.',
    fix: 'Send a new kind of event beside this one.',
  }),
  'event-format-changed': breaking(
    'a payload has another format or content type',
    '`application/xml`',
    { why: 'Readers parse the old format.', fix: BESIDE },
  ),
  'event-schema-unread': dangerous(
    'a schema changes that the check cannot read',
    '`application/vnd.apache.avro`',
    { fix: 'Compare the schemas yourself.' },
  ),
  'event-security-weakened': security('less is required to connect', 'no access token', {
    why: 'Somebody can connect who could not.',
    fix: 'Put the requirement back, or let the owner of the data approve.',
  }),
  'event-security-tightened': breaking('more is required to connect', 'an access token', {
    why: 'A client that lacks it is refused.',
    fix: 'Give the clients what they need first.',
  }),
  'event-binding-changed': breaking(
    'a binding names another place, or another way to read a message',
    '`kafka.topic`',
    { why: 'Whoever uses the old one finds no messages, or cannot read them.', fix: BESIDE },
  ),
  'event-correlation-moved': breaking(
    'a correlation id is no longer where it was',
    '`location: $message.header#/requestId`',
    {
      why: 'Whoever looks for the request of a reply looks at the old place.',
      fix: 'Keep it where it was, and add it at the new place as well.',
    },
  ),
  'event-keyword-compatible': safe(
    'a correlation id is added, or a topic has more replicas',
    '`replicas: 3`, not `2`',
  ),
  'event-keyword-changed': dangerous(
    'anything changes that no other rule covers',
    '`retain` of MQTT',
    {
      fix: TELL,
    },
  ),
} satisfies Rules

export type EventRule = keyof typeof eventRules
