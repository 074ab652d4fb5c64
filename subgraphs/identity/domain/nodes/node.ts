// Finds any object by its id, whose prefix tells the type. The service that owns the type decides about access.
import DataLoader from 'dataloader'
import { peerOperation, type PeerOperation } from '#foundation/peers/peers.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { IdentityContext } from '../../context.ts'
import { findOwnNode } from './own-node.ts'

interface Reference {
  __typename: string
  id: string
}

/** Like `_entities` of the router: null for objects that the caller may not see. */
const FindEntities = peerOperation<
  { _entities: ({ __typename: string } | null)[] },
  { representations: Reference[] }
>(`query FindEntities($representations: [_Any!]!) {
  _entities(representations: $representations) { __typename }
}`)

/** The operations that Identity sends to services that own objects with an id, by service. */
export function nodeOperations(
  services: readonly ServiceFacts[],
): ReadonlyMap<string, readonly PeerOperation[]> {
  const owners = services.filter(({ nodes }) => Object.keys(nodes).length > 0)
  return new Map(owners.map(({ name }) => [name, [FindEntities]]))
}

/** An object as this service knows it: its row, or a reference to another service. */
export type Node = Reference

/** Loads the objects of a request with one call per service. */
export function nodeLoader(): (ctx: IdentityContext) => DataLoader<string, Node | null> {
  let loader: DataLoader<string, Node | null> | undefined
  return (ctx) => (loader ??= new DataLoader((ids) => findNodes(ctx, ids)))
}

/**
 * Returns null if the caller may see no such object. @throws INTERNAL_ERROR with `retry` while the service that
 * owns it is down
 */
export function findNode(ctx: IdentityContext, id: string): Promise<Node | null> {
  return ctx.loaders.node(ctx).load(id)
}

/** One node per id. An error of `findNode` takes the place of its node, so that GraphQL reports it there. */
export async function listNodes(
  ctx: IdentityContext,
  ids: readonly string[],
): Promise<(Node | null)[]> {
  const found = await ctx.loaders.node(ctx).loadMany(ids)
  return found as (Node | null)[]
}

/** The service that owns the objects of a prefix, and their type. */
type Owners = ReadonlyMap<string, { peer: string; type: string }>

function ownersOf(services: readonly ServiceFacts[]): Owners {
  const prefixes = services.flatMap(({ name: peer, nodes }) =>
    Object.entries(nodes).map(([prefix, type]) => [prefix, { peer, type }] as const),
  )
  return new Map(prefixes)
}

/** All ids match this. Other text might contain characters that the database rejects. */
const ID = /^[\w-]{1,200}$/

async function findNodes(
  ctx: IdentityContext,
  ids: readonly string[],
): Promise<(Node | Error | null)[]> {
  const possible = ids.filter((id) => ID.test(id))
  const owners = ownersOf(ctx.services)
  const byOwner = Map.groupBy(possible, (id) => owners.get(prefixOf(id))?.peer)
  const finding = [...byOwner].map(([peer, some]) =>
    peer === undefined ? findOwn(ctx, some) : findAt(ctx, peer, some),
  )
  const found = new Map((await Promise.all(finding)).flat())
  return ids.map((id) => found.get(id) ?? null)
}

type Entry = [id: string, found: Node | Error | null]

function findOwn(ctx: IdentityContext, ids: readonly string[]): Promise<Entry[]> {
  return Promise.all(
    ids.map(async (id): Promise<Entry> => {
      const found = findOwnNode(ctx, prefixOf(id), id)
      return [id, await found.catch((error: Error) => error)]
    }),
  )
}

/** Finds objects of another service. While it is down, each is an error: nobody knows whether it exists. */
async function findAt(
  ctx: IdentityContext,
  peer: string,
  ids: readonly string[],
): Promise<Entry[]> {
  const owners = ownersOf(ctx.services)
  const references = ids.map((id) => ({ __typename: owners.get(prefixOf(id))!.type, id }))
  try {
    const { _entities } = await ctx.peers[peer]!(FindEntities, { representations: references })
    return references.map((found, at) => [found.id, _entities[at] ? found : null])
  } catch (error) {
    return ids.map((id) => [id, error as Error])
  }
}

function prefixOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('_')))
}
