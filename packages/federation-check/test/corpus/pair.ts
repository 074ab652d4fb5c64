// One small change: what it starts from, what is edited, and what the check must find.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Order } from '../../src/authorization/order.ts'
import type { Contracts } from '../../src/contracts/contract.ts'
import type { Audiences } from '../../src/events/audiences.ts'
import { composeTree } from '../../src/graph/compose-tree.ts'
import type { Graph, Side } from '../../src/graph/graph.ts'
import { readFieldUsage } from '../../src/field-usage/usage-file.ts'
import { check, type Report } from '../../src/run.ts'
import { readSchemaFile, type Tree } from '../../src/sources/tree.ts'
import type { Policy } from '../../src/verdict.ts'
import { conventions } from './conventions.ts'
import { BASE, LINK, MARKED, ROUTES, type Texts } from './base.ts'
import { clientManifest } from './manifest.ts'

export interface Pair {
  title: string
  /** `marked`, or texts of its own; the two subgraphs of base.ts when it says nothing. */
  base?: 'marked' | Texts
  /** The texts of the base link what they say, and no more: without a link, they are Federation 1. */
  unlinked?: true
  /** In which text, what becomes what, once. */
  edits?: readonly { in: string; from: string; to: string }[]
  /** The edited side is the base. */
  reversed?: true
  /** Texts that the edited side lacks. */
  without?: readonly string[]
  /** Subgraphs that a side serves, where it has the SDL of others, too. */
  served?: { base?: readonly string[]; head?: readonly string[] }
  /** What services of the head load in the place of the SDL that is there. */
  loads?: Texts
  /** SDL of the base that is not what was served. */
  writes?: Texts
  /** The base has committed nothing that is generated. */
  ungenerated?: true
  /** The base is its supergraph, or its API schema, as a file. */
  against?: 'supergraph' | 'api'
  /** Approvals that stand in the base, and in the head unless it has its own. */
  approvals?: string
  /** Approvals of the head alone, which the change brings along. */
  brings?: string
  /** Owners of whom it is known that they have approved. */
  approvedBy?: readonly string[]
  policy?: Partial<Policy>
  /** `guards` of the configuration. */
  guards?: readonly string[]
  /** As in the configuration. */
  runtimeGuards?: readonly string[]
  /** As in the configuration. */
  order?: Order
  /** As in the configuration. */
  audiences?: Audiences
  /** Variants of the API. */
  contracts?: Contracts
  /** Those of the base, where the change alters them. */
  hadContracts?: Contracts
  /** The contract that the document `board.graphql` is sent to. */
  sentTo?: string
  /** The text of a usage file, or `unused` for one that covers 30 days and counts nothing but `Query`. */
  usage?: string
  /** Every finding, as `severity id`. */
  finds: readonly string[]
  /** Who uses what has changed, by the id of the finding, where that is the point. */
  uses?: Readonly<Record<string, readonly string[]>>
  /** Parts of messages, by the ids of findings, where the point is what they say. */
  says?: Readonly<Record<string, string>>
  exit: 0 | 1
}

/** The files of the corpus, by what their pairs are about. */
export const CHAPTERS = [
  'quiet',
  'composition',
  'api',
  'federation',
  'federation-more',
  'authorization',
  'guards',
  'reach',
  'order',
  'operations',
  'plans',
  'contracts',
  'histories',
  'conventions',
  'rest',
  'rest-keywords',
  'rest-instances',
  'events',
  'usage',
  'approvals',
] as const
export type Chapter = (typeof CHAPTERS)[number]

/** Those of asyncapi.json in base.ts. */
const AUDIENCES: Audiences = {
  extension: 'x-audience',
  order: [
    ['stewards', 'members', 'public'],
    ['owner', 'public'],
  ],
}

/** The day on which the corpus is checked. */
const TODAY = '2026-06-15'

/** The pairs of one chapter, as its YAML lists them. */
export function pairsOf(chapter: Chapter): Pair[] {
  return parse(readFileSync(new URL(`${chapter}.yaml`, import.meta.url), 'utf8')) as Pair[]
}

/** Base and head of a pair. @throws when an edit finds nothing to change */
export function sidesOf(pair: Pair): { base: Texts; head: Texts } {
  const { title, edits = [], reversed, without = [] } = pair
  const base = baseOf(pair)
  const edited = { ...base }
  for (const { in: text, from, to } of edits) {
    const before = edited[text] ?? ''
    if (!before.includes(from)) throw new Error(`${title}: no ${from} in ${text}.`)
    edited[text] = before.replace(from, () => to)
  }
  for (const text of without) delete edited[text]
  return reversed ? { base: edited, head: base } : { base, head: edited }
}

/** Runs the whole check over a pair. */
export async function checkPair(pair: Pair): Promise<Report> {
  const { base, head } = sidesOf(pair)
  const { approvals, brings = approvals, approvedBy = [], served, loads } = pair
  const serves = treeOf('head', { ...withOnly(head, served?.head), ...withLinks(loads ?? {}) })
  return check({
    base: {
      ...withContracts(await baseTreeOf(pair, base), pair, pair.hadContracts),
      approvals: approvalsIn(approvals),
    },
    head: { ...withContracts(treeOf('head', head), pair), approvals: approvalsIn(brings) },
    project: {
      served: () => Promise.resolve(serves.subgraphs),
      stale: () => Promise.resolve(new Map()),
      peers: () => Promise.resolve([]),
      routes: () => Promise.resolve('quests' in base ? ROUTES : {}),
    },
    plugins: [conventions],
    policy: { failOn: 'breaking', failOnUnused: true, ...pair.policy },
    guards: pair.guards ?? [],
    approvedBy,
    audiences: pair.audiences ?? AUDIENCES,
    ...(pair.order && { order: pair.order }),
    ...(pair.runtimeGuards && { runtimeGuards: pair.runtimeGuards }),
    usage: usageOf(pair),
    today: TODAY,
    compose: composeOnce,
  })
}

function withContracts(tree: Tree, { contracts, sentTo }: Pair, had = contracts): Tree {
  if (contracts === undefined) return tree
  const operations = tree.operations.map((one) => ({ ...one, ...(sentTo && { contract: sentTo }) }))
  return { ...tree, operations, contracts: had }
}

/** Of the 30 days before. */
const UNUSED = {
  version: 1,
  from: '2026-05-16',
  to: TODAY,
  coordinates: [{ coordinate: 'Query', client: 'phone', count: 1, lastSeen: TODAY }],
}

function usageOf({ usage: text }: Pair) {
  if (text === undefined) return undefined
  const given = text === 'unused' ? JSON.stringify(UNUSED) : text
  return { file: 'usage.json', usage: readFieldUsage({ file: 'usage.json', text: given }) }
}

function approvalsIn(text: string | undefined) {
  return text === undefined ? undefined : { file: 'approvals.yaml', text }
}

/** The base with its supergraph as it was committed: by the last state that did compose. */
async function baseTreeOf(pair: Pair, base: Texts): Promise<Tree> {
  const tree = treeOf('base', { ...base, ...withLinks(pair.writes ?? {}) })
  const sides = pair.ungenerated ? [] : [withOnly(base, pair.served?.base), baseOf(pair)]
  for (const side of sides) {
    const { supergraph, api } = await composeOnce(treeOf('', side), 'base')
    if (supergraph === undefined || api === undefined) continue
    if (pair.against === 'api') return readSchemaFile({ file: 'api.graphql', text: api })
    const text = { file: 'supergraph.graphql', text: supergraph }
    return pair.against ? readSchemaFile(text) : { ...tree, supergraph: text }
  }
  return tree
}

/** Texts without the subgraphs that nobody serves. */
function withOnly(texts: Texts, served: readonly string[] | undefined): Texts {
  const dead = served ? subgraphNames(texts).filter((name) => !served.includes(name)) : []
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !dead.includes(name)))
}

/** Names of the texts that are subgraphs. */
export function subgraphNames(texts: Texts): string[] {
  return Object.keys(texts)
    .filter((name) => !name.includes('.') && name !== 'phone')
    .toSorted()
}

/** Texts without a subgraph stand on those of base.ts; a subgraph that links nothing links all. */
function baseOf({ base, unlinked }: Pair): Texts {
  if (base === 'marked') return { marked: MARKED }
  if (!base || subgraphNames(base).length === 0) return { ...BASE, ...base }
  return unlinked ? base : withLinks(base)
}

function withLinks(texts: Texts): Texts {
  const subgraphs = subgraphNames(texts).map((name) => [name, `${LINK}${texts[name]}`] as const)
  return { ...texts, ...Object.fromEntries(subgraphs) }
}

const composed = new Map<string, Promise<Graph>>()

/** Most pairs have one side in common. */
function composeOnce(tree: Tree, _side: Side, unvalidated?: boolean): Promise<Graph> {
  const key = JSON.stringify([tree.subgraphs.length > 0 ? tree.subgraphs : tree, unvalidated])
  const graph = composed.get(key) ?? composeTree(tree, { unvalidated })
  composed.set(key, graph)
  return graph
}

/** A tree of texts, without approvals. */
export function treeOf(label: string, texts: Texts): Tree {
  const text = (file: string) => (texts[file] === undefined ? [] : [{ file, text: texts[file] }])
  return {
    label,
    subgraphs: subgraphNames(texts).map((name) => ({
      name,
      texts: [{ file: `${name}.graphql`, text: texts[name]! }],
    })),
    operations: text('board.graphql').map((one) => ({ ...one, name: one.file })),
    manifests: texts.phone === undefined ? [] : [clientManifest('phone', texts.phone)],
    openapi: text('openapi.json'),
    asyncapi: text('asyncapi.json'),
  }
}
