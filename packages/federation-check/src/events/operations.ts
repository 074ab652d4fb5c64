// Changes in the operations of a channel: which there are, their messages, replies and other keywords.
import type { Finding } from '../finding.ts'
import { DIRECTIONS, type Direction } from '../rest/schema/change.ts'
import { compareBindings } from './bindings.ts'
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
    const added = after.filter((one) => !pairs.some(([, known]) => known === one))
    const security = compareOperationSecurity(walk, direction, was, is)
    return [
      ...security,
      ...added.flatMap((one) => addedOne(walk, direction, one, was)),
      ...gone.flatMap((one) => removed(walk, direction, one, was, is)),
      ...pairs.flatMap(([one, other]) => [
        ...compareOne(walk, direction, one, other, was, is),
        ...(security.length === 0 ? comparePairSecurity(walk, one, other) : []),
      ]),
    ]
  })
}

const nameOf = ({ key }: DocumentedOperation) => `operation ${key}`

/** Reports removed operations, except those of a removed kind of event. */
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

/** Reports added operations, except those of an added kind of event. */
function addedOne(
  { report }: Walk,
  direction: Direction,
  one: DocumentedOperation,
  was: DocumentedChannel,
): Finding[] {
  const isKnown = one.names.some((name) => was.kinds[direction].has(name))
  return isKnown ? [report('event-operation-added', nameOf(one), 'is new.')] : []
}

function compareOne(
  walk: Walk,
  direction: Direction,
  was: DocumentedOperation,
  is: DocumentedOperation,
  ...channels: readonly DocumentedChannel[]
): Finding[] {
  const name = nameOf(was)
  const others = [...new Set(was.names).symmetricDifference(new Set(is.names))]
  // A message of one side only is not reported here, because its kind of event is removed or added.
  const moved = others.some((one) => channels.every(({ kinds }) => kinds[direction].has(one)))
  return [
    ...(moved
      ? [walk.report('event-keyword-changed', name, 'changes: messages.', 'messages')]
      : []),
    ...compareReplies(walk, name, was.operation, is.operation),
    ...compareBindings(walk, { owner: 'operation', name, direction }, was.operation, is.operation),
    ...compareOthers(walk, name, [was.operation, is.operation], KNOWN),
  ]
}

const KNOWN = ['action', 'bindings', 'channel', 'messages', 'reply', 'security']

/** Compares the requirements of one operation, because two operations may have exchanged theirs. */
function comparePairSecurity(walk: Walk, was: DocumentedOperation, is: DocumentedOperation) {
  const [before, after] = [was.operation.security ?? [], is.operation.security ?? []]
  return compareSchemes(walk, nameOf(was), before, after)
}
