// Changes in the operations of a channel: which there are, their messages, replies and other keywords.
import type { Finding } from '../finding.ts'
import { DIRECTIONS, type Direction } from '../rest/schema/change.ts'
import { sameOrOnly, type DocumentedChannel, type DocumentedOperation } from './kinds.ts'
import { compareReplies } from './replies.ts'
import { compareOperationSecurity, compareSchemes } from './security.ts'
import { compareOthers, type Walk } from './walk.ts'

export function compareOperations(
  walk: Walk,
  was: DocumentedChannel,
  is: DocumentedChannel,
): Finding[] {
  return DIRECTIONS.flatMap((direction) => {
    const [before, after] = [was.operations[direction], is.operations[direction]]
    const pairs = sameOrOnly(before, after)
    const gone = before.filter((one) => !pairs.some(([known]) => known === one))
    const security = compareOperationSecurity(walk, direction, was, is)
    return [
      ...security,
      ...gone.flatMap((one) => removed(walk, direction, one, was, is)),
      ...pairs.flatMap(([one, other]) => [
        ...compareOne(walk, direction, one, other, is),
        ...(security.length === 0 ? comparePairSecurity(walk, one, other) : []),
      ]),
    ]
  })
}

const nameOf = ({ key }: DocumentedOperation) => `operation ${key}`

/** What is removed with a kind of event is reported there. */
function removed(
  { report }: Walk,
  direction: Direction,
  one: DocumentedOperation,
  was: DocumentedChannel,
  is: DocumentedChannel,
): Finding[] {
  const name = nameOf(one)
  const kinds = [...was.kinds[direction].keys()]
  if (kinds.some((kind) => !is.kinds[direction].has(kind))) return []
  if (is.operations[direction].length === 0) {
    return [report('event-operation-removed', name, 'is removed.')]
  }
  if (one.operation.reply)
    return [report('event-reply-removed', name, 'is removed with its reply.')]
  const message = 'is removed. Other operations of its channel have its messages.'
  return [report('event-keyword-changed', name, message, 'operation')]
}

function compareOne(
  walk: Walk,
  direction: Direction,
  was: DocumentedOperation,
  is: DocumentedOperation,
  channel: DocumentedChannel,
): Finding[] {
  const name = nameOf(was)
  // A message that no operation has any longer is a removed kind of event.
  const lost = was.names.some((one) => !is.names.includes(one) && channel.kinds[direction].has(one))
  return [
    ...(lost ? [walk.report('event-keyword-changed', name, 'changes: messages.', 'messages')] : []),
    ...compareReplies(walk, name, was.operation, is.operation),
    ...compareOthers(walk, name, [was.operation, is.operation], KNOWN),
  ]
}

const KNOWN = ['action', 'channel', 'messages', 'reply', 'security']

/** Operations may exchange what they require. */
function comparePairSecurity(walk: Walk, was: DocumentedOperation, is: DocumentedOperation) {
  const [before, after] = [was.operation.security ?? [], is.operation.security ?? []]
  return compareSchemes(walk, nameOf(was), before, after)
}
