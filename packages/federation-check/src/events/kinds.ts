// The kinds of events in a document: the messages of each channel, by who sends them.
import { textOf } from '../rest/document/meaning.ts'
import { isObject } from '../rest/document/shapes.ts'
import { resolve } from '../rest/references.ts'
import type { Direction } from '../rest/schema/change.ts'
import type { AsyncApi, Channel, Message, Operation, Reference } from './asyncapi.ts'

/** A channel with its messages by name, for each direction in which they travel. */
export interface DocumentedChannel {
  key: string
  channel: Channel
  kinds: Record<Direction, ReadonlyMap<string, Message>>
  operations: Record<Direction, readonly DocumentedOperation[]>
}

/** An operation by its name in the document, with its traits and the names of its messages. */
export interface DocumentedOperation {
  key: string
  operation: Operation
  names: readonly string[]
}

type Named = Omit<DocumentedOperation, 'names'>

/** The channels by their names in the document. */
export function channelsIn(document: AsyncApi): Map<string, DocumentedChannel> {
  const operations = namedOperations(document)
  const replies = operations.flatMap((one) => replyOf(document, one))
  const channels = membersOf(document.channels).map(([key, given]) => {
    const channel = resolve(document, given)
    const isOwn = ({ operation }: Named) =>
      operation.channel && resolve(document, operation.channel) === channel
    const own = [operations, replies].map((all) => all.filter(isOwn)) as [Named[], Named[]]
    return [key, documented(document, key, channel, ...own)] as const
  })
  return new Map(channels)
}

const namedOperations = (document: AsyncApi) =>
  membersOf(document.operations).map(([key, one]): Named => {
    return { key, operation: withTraits(document, resolve(document, one)) }
  })

/** Replies without a channel, as channels of their own: they travel to an address that a message contains. */
export function repliesIn(document: AsyncApi): Map<string, DocumentedChannel> {
  const replies = namedOperations(document)
    .flatMap((one) => replyOf(document, one))
    .filter(({ operation: { channel, messages } }) => !channel && messages)
  return new Map(
    replies.map((one) => {
      const listed = one.operation.messages!.map((given) => [nameOfReference(given)!, given])
      const [key, messages] = [`operation ${one.key} reply`, Object.fromEntries(listed)]
      return [key, documented(document, key, { messages }, [], [one])]
    }),
  )
}

/** The reply to an operation, which travels in the opposite direction. */
function replyOf(document: AsyncApi, { key, operation }: Named): Named[] {
  if (!operation.reply) return []
  const { channel, messages } = resolve(document, operation.reply)
  const action = operation.action === 'send' ? 'receive' : 'send'
  return [
    { key, operation: { action, ...(channel && { channel }), ...(messages && { messages }) } },
  ]
}

/** The last part of a pointer, which is the key of what it points at. */
export const nameOfReference = (reference: Reference | undefined) =>
  reference?.$ref?.split('/').at(-1)

/** Pairs operations by key or, when each side has only one, with each other. */
export function sameOrOnly(
  before: readonly DocumentedOperation[],
  after: readonly DocumentedOperation[],
): [DocumentedOperation, DocumentedOperation][] {
  if (before.length === 1 && after.length === 1) return [[before[0]!, after[0]!]]
  return before.flatMap((one): [DocumentedOperation, DocumentedOperation][] => {
    const same = after.find(({ key }) => key === one.key)
    return same ? [[one, same]] : []
  })
}

/** The members of a map, without extensions. */
export function membersOf<T>(map: Readonly<Record<string, T>> | null | undefined): [string, T][] {
  return Object.entries(map ?? {}).filter(([name]) => !name.startsWith('x-'))
}

function documented(
  document: AsyncApi,
  key: string,
  channel: Channel,
  own: readonly Named[],
  replies: readonly Named[],
): DocumentedChannel {
  const messages = namedMessages(document, channel)
  const withNames = (one: Named) => ({ ...one, names: namesOf(document, messages, one.operation) })
  const [ownNamed, all] = [own.map(withNames), [...own, ...replies].map(withNames)]
  const isTo = (action: string) => (one: Named) => one.operation.action === action
  const kindsOf = (operations: readonly DocumentedOperation[]) => {
    const names = new Set(operations.flatMap((one) => one.names))
    return asKinds(messages.filter(({ name }) => names.has(name)))
  }
  return {
    key,
    channel,
    // Without any operation, all messages of the channel are for those who read the document.
    kinds: {
      response: all.length === 0 ? asKinds(messages) : kindsOf(all.filter(isTo('send'))),
      request: kindsOf(all.filter(isTo('receive'))),
    },
    operations: {
      response: ownNamed.filter(isTo('send')),
      request: ownNamed.filter(isTo('receive')),
    },
  }
}

interface NamedMessage {
  name: string
  message: Message
  /** The message as written, which references point to. */
  written: Message
}

/** The messages by name. Messages with the same name are told apart by their keys. */
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

/** The names of an operation's messages. Without a list, it has all of its channel. */
function namesOf(
  document: AsyncApi,
  messages: readonly NamedMessage[],
  operation: Operation,
): string[] {
  const listed = operation.messages?.map((one): object => resolve(document, one))
  return messages.filter(({ written }) => listed?.includes(written) ?? true).map(({ name }) => name)
}

const asKinds = (messages: readonly NamedMessage[]) =>
  new Map(messages.map(({ name, message }) => [name, message]))

/**
 * What an object says itself takes precedence over its traits, member by member
 * (https://www.asyncapi.com/docs/reference/specification/v3.0.0#traits-merge-mechanism).
 */
export function withTraits<T extends { traits?: T[]; $ref?: string }>(
  document: AsyncApi,
  given: T,
): T {
  if (!given.traits) return given
  const traits = given.traits.map((trait) => resolve(document, trait))
  return [...traits, given].reduce<unknown>(merged, {}) as T
}

/** Merges objects by JSON Merge Patch (RFC 7386). References are not merged. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isMergeable(target) || !isMergeable(patch)) return patch
  const members = Object.entries(patch).map(([name, value]) => {
    return [name, Object.hasOwn(target, name) ? merged(target[name], value) : value] as const
  })
  return { ...target, ...Object.fromEntries(members) }
}

const isMergeable = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !('$ref' in value)

/** The parts of a message that decide whether another one is the same under another name. */
export function meaningOf(name: string, { payload, contentType, ...others }: Message): string {
  const { name: _name, title: _title, summary: _summary, description: _says, ...said } = others
  return textOf([payload, contentType, said])!.replaceAll(JSON.stringify(name), '"<name>"')
}
