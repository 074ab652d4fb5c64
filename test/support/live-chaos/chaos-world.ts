// The people and things of the test of chaos.
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { addRealm } from '#test/realm-story.ts'
import { newId } from '#foundation/domain/ids.ts'
import {
  addOrganization,
  addPerson,
  addProposal,
  addQuest,
  addScroll,
  type World,
} from '#test/story.ts'
import type { GuildTables } from '../../../subgraphs/guild/tables.ts'
import type { LiveSystem } from './chaos-system.ts'

export interface Actor {
  id: string
  token: string
  house: string
}

export interface ChaosWorld extends AsyncDisposable {
  writers: Actor[]
  /** They only look. */
  watchers: Actor[]
  /** Watches as a steward of the club until the end, and until they leave it. */
  steward: Actor
  leaver: Actor
  proposals: string[]
  quests: string[]
  listings: string[]
  organizations: string[]
  /** An organization whose stewards get requests to join. */
  club: string
  realm: string
  /** Scrolls of writers: those that stay public, those that are hidden or become private later, and a hidden one. */
  scrolls: { open: Owned[]; closing: Owned[]; hidden: Owned }
}

/** A scroll and its author. */
interface Owned {
  id: string
  author: Actor
}

/** What nobody but the author may read. */
export const secretOf = ({ id }: Pick<Actor, 'id'>) => `secret of ${id} `

const HOUSES = ['Aether', 'Ember']

export async function createChaosWorld(system: LiveSystem, size: number): Promise<ChaosWorld> {
  const handles = new Map<string, Kysely<never>>()
  const open = (name: string) => openDatabase<never>(system.databaseUrl, name, testLog)
  const world: World = {
    tables: (name) => handles.getOrInsertComputed(name, () => open(name)) as never,
  }
  const people = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => join(system, world, name, index)))
  const writers = await people(size, 'writer')
  const watchers = await people(2, 'watcher')
  const [steward, leaver] = (await people(2, 'steward')) as [Actor, Actor]
  const club = await addOrganization(world, { openToJoin: false, name: 'The Club', memberCount: 2 })
  for (const one of [steward, leaver]) await appoint(world, club, one)
  const many = <Item>(count: number, make: (index: number) => Promise<Item>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const owned = async (index: number, about = {}) => {
    const author = writers[index % writers.length]!
    return { id: await addScroll(world, { authorId: author.id, ...about }), author }
  }
  return {
    writers,
    watchers,
    steward,
    leaver,
    proposals: await many(40, () => addProposal(world)),
    quests: await many(30, () => addQuest(world, { type: 'story' })),
    listings: await many(2 * size, async (index) => {
      const seller = writers[index % size]!
      return addListing(world, seller, 5, await addAsset(world, seller))
    }),
    organizations: await many(3, (index) => addOrganization(world, { name: `Wardens ${index}` })),
    club,
    realm: await addRealm(world),
    scrolls: {
      open: await many(6, (index) => owned(index)),
      closing: await many(6, (index) => owned(index)),
      hidden: await owned(0, { hiddenAt: new Date(), hiddenReason: 'a canary' }),
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...handles.values()].map((handle) => handle.destroy()))
    },
  }
}

async function join(system: LiveSystem, world: World, name: string, index: number): Promise<Actor> {
  const house = HOUSES[index % HOUSES.length]!
  const id = await addPerson(world, `${name}_${index}`, { house })
  await giveGold(world, { id }, 1_000)
  return { id, token: await system.home.token(id), house }
}

async function appoint(world: World, organizationId: string, { id: identityId }: Actor) {
  const membership = { organizationId, identityId, requestedAt: new Date() }
  await world
    .tables<GuildTables>('guild')
    .insertInto('memberships')
    .values({ id: newId('membership'), ...membership, status: 'active', steward: true })
    .execute()
}
