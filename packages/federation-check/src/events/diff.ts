// Step 10: what changes for those who receive or send the documented events.
import { findingsOf, unique, type Finding } from '../finding.ts'
import { refuseOtherFiles } from '../rest/document/read.ts'
import type { OpenApi } from '../rest/openapi.ts'
import { checkPairs } from '../rest/pairs.ts'
import { DIRECTIONS, type Direction } from '../rest/schema/change.ts'
import { SchemaComparison } from '../rest/schema/schemas.ts'
import type { Text } from '../sources/files.ts'
import { withinStack } from '../sources/nesting.ts'
import type { AsyncApi } from './asyncapi.ts'
import type { Audiences } from './audiences.ts'
import { compareBindings } from './bindings.ts'
import { channelsIn, meaningOf, repliesIn, type DocumentedChannel } from './kinds.ts'
import { compareMessages } from './messages.ts'
import { read } from './read.ts'
import { eventRules } from './rules.ts'
import { compareOperations } from './operations.ts'
import { compareChannelServers, compareServers } from './servers.ts'
import { compareValues } from './values.ts'
import { compareOthers, type Report, type Walk } from './walk.ts'

const tell = findingsOf('events', eventRules)

/** Compares the AsyncAPI documents of both sides. */
export function checkEvents(
  base: readonly Text[],
  head: readonly Text[],
  audiences?: Audiences,
): Finding[] {
  return checkPairs(base, head, {
    compare: (one, other) => checkDocuments(one, other, audiences),
    added: addedIn,
  })
}

function addedIn(head: Text): Finding[] {
  const document = read(head)
  refuseOtherFiles(head, document)
  return [...channelsIn(document).keys()].map((name) =>
    tell('event-channel-added', { coordinate: name, at: { file: head.file } }, `${name} is new.`),
  )
}

/**
 * Compares two documents.
 * @throws UsageError for a file that is not an AsyncAPI 3 document, or of which a part is in another file
 */
function checkDocuments(
  base: Text,
  head: Text | undefined,
  audiences: Audiences | undefined,
): Finding[] {
  if (!head) {
    const message = `${base.file} is removed, and with it every documented event.`
    return [tell('event-contract-removed', { coordinate: base.file }, message)]
  }
  const after = read(head)
  refuseOtherFiles(head, after)
  if (base.text === head.text) return []
  const before = read(base)
  const report: Report = (rule, coordinate, message, detail) =>
    tell(rule, { coordinate, detail, at: { file: head.file } }, `${coordinate} ${message}`)
  return withinStack(head.file, () => {
    const schemas = new SchemaComparison(withSchemas(before), withSchemas(after))
    return unique(compareAll({ base: before, head: after, report, schemas, audiences }))
  })
}

/** The document in the form of OpenAPI, for the comparison of schemas: both keep them at the same place. */
const withSchemas = (document: AsyncApi) =>
  ({ ...document, openapi: '3.1.0' }) as unknown as OpenApi

function compareAll(walk: Walk): Finding[] {
  const [before, after] = [channelsIn(walk.base), channelsIn(walk.head)]
  const pairs = pairsOf(before, after)
  const known = new Set(pairs.map(([, is]) => is))
  const gone = [...before.values()].filter((one) => !pairs.some(([was]) => was === one))
  return [
    ...compareOthers(walk, 'document', [walk.base, walk.head], KNOWN_OF_DOCUMENT),
    ...compareServers(walk),
    ...gone.map(({ key }) =>
      walk.report('event-channel-removed', key, 'is removed, and with it all of its events.'),
    ),
    ...[...after.values()]
      .filter((one) => !known.has(one))
      .map(({ key }) => walk.report('event-channel-added', key, 'is new.')),
    ...pairs.flatMap(([was, is]) => compareChannels(walk, was, is)),
    ...pairsOf(repliesIn(walk.base), repliesIn(walk.head)).flatMap(([was, is]) =>
      DIRECTIONS.flatMap((one) => compareKinds(walk, one, was, is)),
    ),
  ]
}

/** Members that are compared elsewhere, and `asyncapi`, which is only the version of the format. */
const KNOWN_OF_DOCUMENT =
  'asyncapi info defaultContentType servers channels operations components'.split(' ')

type Pair = readonly [DocumentedChannel, DocumentedChannel]

/** Pairs channels by name, and otherwise by an address that only one channel of each side has. */
function pairsOf(
  before: ReadonlyMap<string, DocumentedChannel>,
  after: ReadonlyMap<string, DocumentedChannel>,
): Pair[] {
  const left = [...before.values()].filter(({ key }) => !after.has(key))
  const others = [...after.values()].filter(({ key }) => !before.has(key))
  const [ofBase, ofHead] = [left, others].map((all) => Map.groupBy(all, addressOf))
  const moved = [...ofBase!].flatMap(([address, all]): Pair[] => {
    const found = ofHead!.get(address) ?? []
    const isClear = address !== NONE && all.length === 1 && found.length === 1
    return isClear ? [[all[0]!, found[0]!]] : []
  })
  const same = [...before].flatMap(([key, was]): Pair[] => {
    const is = after.get(key)
    return is ? [[was, is]] : []
  })
  return [...same, ...moved]
}

const NONE = 'none'
const addressOf = ({ channel }: DocumentedChannel) => channel.address ?? NONE

function compareChannels(walk: Walk, was: DocumentedChannel, is: DocumentedChannel): Finding[] {
  const { report } = walk
  const [old, now] = [addressOf(was), addressOf(is)]
  const words = `has another address: ${old} becomes ${now}.`
  // The direction is that of a request, because clients connect to a channel.
  const bound = { owner: 'channel', name: was.key, direction: 'request' } as const
  return [
    ...(old === now ? [] : [report('event-address-changed', was.key, words, `${old}>${now}`)]),
    ...compareChannelServers(walk, was.key, was.channel, is.channel),
    ...compareValues(walk, was.key, was.channel.parameters, is.channel.parameters),
    ...compareBindings(walk, bound, was.channel, is.channel),
    ...compareOthers(walk, was.key, [was.channel, is.channel], KNOWN_OF_CHANNEL),
    ...compareOperations(walk, was, is),
    ...DIRECTIONS.flatMap((one) => compareKinds(walk, one, was, is)),
  ]
}

const KNOWN_OF_CHANNEL = ['address', 'bindings', 'messages', 'parameters', 'servers']

function compareKinds(
  walk: Walk,
  direction: Direction,
  was: DocumentedChannel,
  is: DocumentedChannel,
): Finding[] {
  const { report } = walk
  const [before, after] = [was.kinds[direction], is.kinds[direction]]
  const added = [...after].filter(([name]) => !before.has(name))
  const renamed = new Map(added.map(([name, one]) => [meaningOf(name, one), name]))
  const verb = direction === 'response' ? 'sent' : 'accepted'
  return [
    ...[...before].flatMap(([name, message]) => {
      const coordinate = `${was.key} ${name}`
      const same = after.get(name)
      if (same) return compareMessages(walk, direction, coordinate, [message, same])
      const other = renamed.get(meaningOf(name, message))
      return [report('event-removed', coordinate, `is no longer ${verb}.${renameOf(other)}`)]
    }),
    ...added.map(([name]) => report('event-added', `${was.key} ${name}`, 'is new.')),
  ]
}

const renameOf = (other: string | undefined) =>
  other === undefined
    ? ''
    : ` ${other}, which is new, is the same under another name. Send both until nobody reads the old one.`
