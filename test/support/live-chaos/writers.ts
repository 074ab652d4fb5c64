// People who change things at random, without waiting for anything to be seen.
import { setTimeout as delay } from 'node:timers/promises'
import { send } from '#test/http.ts'
import type { LiveSystem } from './chaos-system.ts'
import { secretOf, type Actor, type ChaosWorld } from './chaos-world.ts'

export interface Writes {
  done: number
  /** Refusals by the rules of a service. */
  refused: number
  /** Without a result, because something was killed: the change may have been made. */
  lost: number
  /** Errors that no outage explains. */
  unexpected: unknown[]
}

export const DONE = 'done'

type Operation = readonly [query: string, variables: object]

const PUBLISH = `mutation ($input: PublishScrollInput!) { publishScroll(input: $input) { id } }`
const EDIT = `mutation ($id: ID!, $input: EditScrollInput!) {
  editScroll(scrollId: $id, input: $input) { id }
}`

/** Begins to write; resolves once every writer has ended. */
export async function write(
  system: LiveSystem,
  world: ChaosWorld,
  { pauseMs, signal, writes }: { pauseMs: number; signal: AbortSignal; writes: Writes },
): Promise<void> {
  const live = async (actor: Actor) => {
    while (!signal.aborted) {
      await carryOut(system, actor, randomOperation(world, actor), writes)
      const pause = Math.random() * 2 * pauseMs
      await delay(pause, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(world.writers.map(live))
}

/** Sends an operation to one of the routers. @returns DONE, or what is known of a failure */
export async function carryOut(
  { routers }: Pick<LiveSystem, 'routers'>,
  { token }: Actor,
  [query, variables]: Operation,
  writes: Writes,
): Promise<unknown> {
  const response = await send(`${pick(routers)}/graphql`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  }).catch(() => undefined)
  const error = response?.body.errors?.[0]?.extensions
  const { retry, outcome } = error?.details ?? {}
  if (!response || response.status >= 502 || retry || outcome === 'unknown') writes.lost += 1
  else if (!error && response.body.data) writes.done += 1
  else if (error && error.code !== 'INTERNAL_ERROR') writes.refused += 1
  else writes.unexpected.push({ query, status: response.status, body: response.body })
  return response && (error ?? DONE)
}

export function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!
}

/** Makes a scroll that others could read into one for the author alone. */
export function closeScroll(id: string, author: Actor): Operation {
  return [EDIT, { id, input: { content: secretOf(author), visibility: 'private' } }]
}

export const joinOrganization = (id: string) => onId('joinOrganization', 'organizationId', id)
export const leaveOrganization = (id: string) => onId('leaveOrganization', 'organizationId', id)

function randomOperation(world: ChaosWorld, actor: Actor): Operation {
  return pick(OPERATIONS)(world, actor)
}

type MakeOperation = (world: ChaosWorld, actor: Actor) => Operation

const castVote: MakeOperation = ({ proposals }) => [
  `mutation ($id: ID!, $vote: VoteChoice!) {
    castVote(proposalId: $id, input: { vote: $vote }) { yesVotes }
  }`,
  { id: pick(proposals), vote: pick(['yes', 'no']) },
]

const onId = (field: string, argument: string, id: string): Operation => [
  `mutation ($id: ID!) { ${field}(${argument}: $id) { __typename } }`,
  { id },
]

const publish: MakeOperation = (_world, actor) => {
  const visibility = pick(['public', 'public', 'house', 'private'])
  const content = visibility === 'private' ? secretOf(actor) : 'for others'
  return [PUBLISH, { input: { title: crypto.randomUUID(), content, visibility } }]
}

const edit: MakeOperation = ({ scrolls }, actor) => {
  const own = scrolls.open.filter(({ author }) => author === actor)
  const { hidden } = scrolls
  if (hidden.author === actor && Math.random() < 0.5) {
    const input = { title: crypto.randomUUID(), content: secretOf(actor) }
    return [EDIT, { id: hidden.id, input }]
  }
  const { id } = pick(own.length > 0 ? own : scrolls.open)
  return [EDIT, { id, input: { content: `for others ${crypto.randomUUID()}` } }]
}

const offer: MakeOperation = ({ listings }) => [
  `mutation ($id: ID!, $price: Int!) {
    changeListingPrice(listingId: $id, input: { price: $price }) { id }
  }`,
  { id: pick(listings), price: 1 + Math.floor(Math.random() * 9) },
]

const move: MakeOperation = ({ realm }) => [
  `mutation ($id: ID!, $input: UpdatePresenceInput!) {
    updatePresence(realmId: $id, input: $input) { id }
  }`,
  { id: realm, input: { position: { x: Math.random(), y: Math.random(), z: 0 } } },
]

const OPERATIONS: readonly MakeOperation[] = [
  castVote,
  castVote,
  ({ quests }) => onId('completeQuest', 'questId', pick(quests)),
  ({ listings }) => onId('purchaseListing', 'listingId', pick(listings)),
  publish,
  edit,
  edit,
  offer,
  move,
  ({ organizations }) => joinOrganization(pick(organizations)),
  ({ organizations }) => leaveOrganization(pick(organizations)),
  ({ club }) => joinOrganization(club),
  ({ club }) => leaveOrganization(club),
]
