// Changes in the reply of an operation.
import type { Finding } from '../finding.ts'
import { resolve } from '../rest/references.ts'
import type { AsyncApi, Channel, Message, Operation, Reply } from './asyncapi.ts'
import { nameOfReference, withTraits } from './kinds.ts'
import { compareOthers, type Walk } from './walk.ts'

export function compareReplies(
  walk: Walk,
  name: string,
  { reply: was, action }: Operation,
  { reply: is }: Operation,
): Finding[] {
  const { report } = walk
  if (!was && !is) return []
  const isReplying = action === 'receive'
  if (!is) {
    const message = isReplying ? 'no longer replies.' : 'no longer accepts a reply.'
    return [report('event-reply-removed', name, message)]
  }
  if (was) return compareBoth(walk, name, resolve(walk.base, was), resolve(walk.head, is))
  return isReplying
    ? [report('event-reply-added', name, 'replies.')]
    : [report('event-reply-required', name, 'waits for a reply.')]
}

function compareBoth(walk: Walk, name: string, was: Reply, is: Reply): Finding[] {
  const { base, head, report } = walk
  const [before, after] = [messagesOf(base, was), messagesOf(head, is)]
  const others = `${name} reply`
  return [
    ...(isSamePlace(walk, was, is)
      ? []
      : [report('event-reply-moved', name, 'replies elsewhere: another address or channel.')]),
    ...(before === after
      ? []
      : [report('event-keyword-changed', others, 'changes: messages.', 'messages')]),
    ...compareOthers(walk, others, [was, is], ['address', 'channel', 'messages']),
  ]
}

/**
 * True when both replies travel over the same address. Clients do not see the name of a channel,
 * and a changed address of one channel has its own finding.
 */
function isSamePlace({ base, head }: Walk, was: Reply, is: Reply): boolean {
  const [old, now] = [locationOf(base, was), locationOf(head, is)]
  if (old !== now) return false
  const [before, after] = [nameOfReference(was.channel), nameOfReference(is.channel)]
  if (before === after) return true
  const address = was.channel && resolve(base, was.channel as Channel).address
  const other = is.channel && resolve(head, is.channel as Channel).address
  return typeof address === 'string' && address === other
}

const locationOf = (document: AsyncApi, { address }: Reply) =>
  address && resolve(document, address).location

/** The names of the messages of a reply. Without a list, it has all of its channel. */
function messagesOf(document: AsyncApi, { channel, messages }: Reply): string {
  const all = channel ? resolve(document, channel as Channel).messages : undefined
  const listed = messages?.map((one) => [nameOfReference(one)!, one] as const)
  const names = (listed ?? Object.entries(all ?? {})).map(
    ([key, given]) => withTraits(document, resolve(document, given as Message)).name ?? key,
  )
  return names.toSorted().join(' ')
}
