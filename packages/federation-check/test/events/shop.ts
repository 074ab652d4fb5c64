// An AsyncAPI 3 document, and what the check finds when it changes, for these tests.
import { checkEvents } from '../../src/events/diff.ts'

export const ref = ($ref: string) => ({ $ref })

export const OTHER = { type: 'integer' }

/** A shop that receives orders and replies to them, sends notices, and waits for replies to its questions. */
export const SHOP = {
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
export const NOTICE = 'channels notices messages notice'
export const SERVER = 'server kafka://{region}.example.org/v1'

/** The document with another value at the place. */
export function changed(place: string, value: unknown, given: object = SHOP) {
  const document = structuredClone(given) as Record<string, unknown>
  const keys = place.split(' ')
  const last = keys.pop()!
  const at = keys.reduce((one, key) => one[key] as Record<string, unknown>, document)
  if (value === undefined) delete at[last]
  else at[last] = value
  return document
}

const text = (document: object) => ({ file: 'asyncapi.json', text: JSON.stringify(document) })

export const found = (was: object, is: object) =>
  checkEvents([text(was)], [text(is)]).map(({ severity, id }) => `${severity} ${id}`)
