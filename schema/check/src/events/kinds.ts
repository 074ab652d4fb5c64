// The kinds of events in a document: the messages of each channel, by who sends them.
import { textOf } from '../rest/document/meaning.ts'
import { resolve } from '../rest/references.ts'
import type { Direction } from '../rest/schema/change.ts'
import type { AsyncApi, Channel, Message, Operation } from './asyncapi.ts'

/** A channel with its messages by name, for each direction in which they travel. */
export interface DocumentedChannel {
  key: string
  channel: Channel
  kinds: Record<Direction, ReadonlyMap<string, Message>>
  operations: Record<Direction, readonly Operation[]>
}

/** By the names that the document gives them. */
export function channelsIn(document: AsyncApi): Map<string, DocumentedChannel> {
  const operations = membersOf(document.operations).map(([, one]) => operationOf(document, one))
  const channels = membersOf(document.channels).map(([key, given]) => {
    const channel = resolve(document, given)
    const own = operations.filter(
      (one) => one.channel && resolve(document, one.channel) === channel,
    )
    return [key, documented(document, key, channel, own)] as const
  })
  return new Map(channels)
}

/** The members of a map, without extensions. */
export function membersOf<T>(map: Readonly<Record<string, T>> | null | undefined): [string, T][] {
  return Object.entries(map ?? {}).filter(([name]) => !name.startsWith('x-'))
}

function documented(
  document: AsyncApi,
  key: string,
  channel: Channel,
  own: readonly Operation[],
): DocumentedChannel {
  const messages = namedMessages(document, channel)
  const [sending, receiving] = ['send', 'receive'].map((action) =>
    own.filter((one) => one.action === action),
  ) as [Operation[], Operation[]]
  const kindsOf = (operations: readonly Operation[]) => sentBy(document, messages, operations)
  return {
    key,
    channel,
    // Without an operation, messages are for whoever reads the document.
    kinds: {
      response: own.length === 0 ? asKinds(messages) : kindsOf(sending),
      request: kindsOf(receiving),
    },
    operations: { response: sending, request: receiving },
  }
}

interface NamedMessage {
  name: string
  message: Message
  /** As it is written, for references to it. */
  written: Message
}

/** A name that two messages have does not tell them apart, so their keys do. */
function namedMessages(document: AsyncApi, { messages = {} }: Channel): NamedMessage[] {
  const all = membersOf(messages).map(([key, given]) => {
    const written = resolve(document, given)
    const message = withTraits(document, written)
    return { key, name: message.name ?? key, message, written }
  })
  const times = Map.groupBy(all, ({ name }) => name)
  return all.map(({ key, name, ...one }) => {
    return { ...one, name: times.get(name)!.length === 1 ? name : key }
  })
}

function sentBy(
  document: AsyncApi,
  messages: readonly NamedMessage[],
  operations: readonly Operation[],
): ReadonlyMap<string, Message> {
  if (operations.length === 0) return new Map()
  if (operations.some((one) => one.messages === undefined)) return asKinds(messages)
  const listed = operations.flatMap((one) => one.messages ?? [])
  const sent = new Set<unknown>(listed.map((one) => resolve(document, one)))
  return asKinds(messages.filter(({ written }) => sent.has(written)))
}

const asKinds = (messages: readonly NamedMessage[]) =>
  new Map(messages.map(({ name, message }) => [name, message]))

function operationOf(document: AsyncApi, given: Operation): Operation {
  return withTraits(document, resolve(document, given))
}

/** What an object says itself takes precedence over its traits. */
function withTraits<T extends { traits?: T[]; $ref?: string }>(document: AsyncApi, given: T): T {
  if (!given.traits) return given
  const traits = given.traits.map((trait) => resolve(document, trait))
  return Object.assign({}, ...traits, given) as T
}

/** The parts of a message that say whether another one is the same under another name. */
export function meaningOf(name: string, { payload, contentType, ...others }: Message): string {
  const { name: _name, title: _title, summary: _summary, description: _says, ...said } = others
  return textOf([payload, contentType, said])!.replaceAll(JSON.stringify(name), '"<name>"')
}
