// Generates one AsyncAPI 3.0 document (https://www.asyncapi.com/docs/reference/specification/v3.0.0) from the
// kinds of events that the services declare.
import {
  audienceName,
  PERSON_ERASED,
  type AudienceName,
  type EventKinds,
} from '#foundation/events/kinds.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

export interface AsyncApiDocument {
  asyncapi: '3.0.0'
  info: { title: string; version: string; description: string }
  defaultContentType: 'application/json'
  servers: Readonly<Record<string, AsyncApiServer>>
  /** A channel for each service that has events, by the name of the service. */
  channels: Readonly<Record<string, Channel>>
  operations: Readonly<Record<string, object>>
  components: { securitySchemes: Readonly<Record<string, object>> }
}

export interface AsyncApiServer {
  host: string
  protocol: string
  pathname?: string
  description: string
  variables?: Readonly<Record<string, { default: string; description: string }>>
  security: readonly Reference[]
}

type Reference = Readonly<Record<'$ref', string>>

interface Channel {
  address: string
  title: string
  description: string
  servers: readonly Reference[]
  messages: Readonly<Record<string, Message>>
  'x-graphql-field': string
}

interface Message {
  name: string
  title: string
  summary: string
  payload: JsonSchema
  'x-audience': AudienceName
}

/** A service with its kinds of events. */
export type DocumentedEvents = Pick<
  AnySubgraph,
  'name' | 'title' | 'port' | 'settings' | 'events' | 'version'
>

/** The path at which every service serves its log. */
const PATH = '/api/events'

const DESCRIPTION = `What happens in the services. Each has a log of its events, which its channel describes.

A message is one event in the list \`events\` of a response. It names what has changed and does not contain it: read the content with your own rights.

\`x-audience\` says who may receive a message: \`public\` everybody who may read its subject, \`owner\` the person it is about, \`members\` and \`stewards\` those of its organization, \`administrators\` nobody else. Administrators and services receive all. \`x-graphql-field\` is the field of the GraphQL schema that returns the same events.`

/** The document of all services that have events, with their documented URLs. */
export function asyncApiDocument(services: readonly DocumentedEvents[]): AsyncApiDocument {
  const all = services.filter(({ events }) => events)
  const each = <T>(entry: (service: DocumentedEvents) => T) =>
    Object.fromEntries(all.map((service) => [service.name, entry(service)]))
  return {
    asyncapi: '3.0.0',
    info: { title: 'Ecosystem events', version: '3.0', description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: each(serverOf),
    channels: each(channelOf),
    operations: each(operationOf),
    components: { securitySchemes: { accessToken: ACCESS_TOKEN } },
  }
}

const ACCESS_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token in the header `Authorization: Bearer <ACCESS_TOKEN>`.',
}

function serverOf({ title, port, settings }: DocumentedEvents): AsyncApiServer {
  const name = `${settings.toLowerCase()}_host`
  return {
    host: `{${name}}`,
    protocol: 'http',
    description: title,
    variables: { [name]: { default: `localhost:${port}`, description: 'The host and port.' } },
    security: [{ $ref: '#/components/securitySchemes/accessToken' }],
  }
}

function channelOf({ name, title, events }: DocumentedEvents): Channel {
  const messages = [...Object.entries(messagesOf(events!.kinds)), [PERSON_ERASED, ERASED] as const]
  return {
    address: PATH,
    title: `Events of ${title}`,
    description: `Poll the log with \`after\`, the cursor that the last response ended with, and \`wait\`.`,
    servers: [{ $ref: `#/servers/${name}` }],
    messages: Object.fromEntries(messages.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    'x-graphql-field': `Query.${name}Events`,
  }
}

function messagesOf(kinds: EventKinds): Record<string, Message> {
  const messages = Object.entries(kinds).map(([name, { description, subject, audience }]) => {
    return [name, messageOf(name, description, subject, audienceName(audience))] as const
  })
  return Object.fromEntries(messages)
}

const ERASED = messageOf(
  PERSON_ERASED,
  'A person left, and their data is erased. The id of `subject` is `sha256:` and the SHA-256 of their id, in hexadecimal. Delete what you have kept of them.',
  'Identity',
  'public',
)

function messageOf(
  name: string,
  summary: string,
  subject: string,
  audience: AudienceName,
): Message {
  return {
    name,
    title: titleOf(name),
    summary,
    payload: payloadOf(name, subject),
    'x-audience': audience,
  }
}

/** The title of a kind: `vote.cast` becomes `Vote cast`. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The type `Event` of the GraphQL schema, narrowed to this kind. */
function payloadOf(kind: string, subject: string): JsonSchema {
  const text = (description: string, more: object = {}) => ({
    type: 'string',
    description,
    ...more,
  })
  const properties = {
    cursor: text('The place after this event. Opaque.'),
    type: text('The kind of event.', { const: kind }),
    subject: {
      type: 'object',
      description: 'The entity that the event is about.',
      required: ['type', 'id'],
      properties: { type: text('Its type.', { const: subject }), id: text('Its id.') },
    },
    related: {
      type: 'array',
      description: 'Ids of what else changed.',
      items: { type: 'string' },
    },
    at: text('When the event took its place in the log.', { format: 'date-time' }),
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

/** The operation of a service. Its action is `send`, because AsyncAPI describes the side of the service. */
function operationOf({ name, title }: DocumentedEvents): object {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    title: `Read the events of ${title}`,
    bindings: { http: { method: 'GET', query: QUERY, bindingVersion: '0.3.0' } },
  }
}

const QUERY: JsonSchema = {
  type: 'object',
  properties: {
    after: { type: 'string', description: 'The cursor to continue after.' },
    types: { type: 'string', description: 'The kinds to return, with commas between them.' },
    limit: { type: 'integer', description: 'The most events of a response.' },
    wait: { type: 'integer', description: 'How many seconds to wait for an event.' },
  },
}
