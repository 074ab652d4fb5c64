// People meet at a place of a realm, see each other, and disappear five minutes later.
import { expect } from 'vitest'
import { HOUR_MS, type Production } from './production.ts'
import type { Resident } from './resident.ts'

export interface Spot {
  id: string
  realmId: string
  name: string
  position: { x: number; y: number; z: number }
}

/** Finds a place by its name. */
export async function findPlace(resident: Resident, realm: string, name: string): Promise<Spot> {
  const { realms } = await resident.ask(
    `{ realms { nodes { id name places { nodes { id name position { x y z } } } } } }`,
  )
  const { id: realmId, places } = realms.nodes.find((known: Spot) => known.name === realm)
  const place = places.nodes.find((known: Spot) => known.name === name)
  return { ...place, realmId }
}

/** Moves a person there over REST. */
async function arrive(resident: Resident, { realmId, position }: Spot): Promise<void> {
  const path = `/api/realms/${realmId}/presence`
  const { data } = await resident.call('PUT', path, { body: { position } })
  expect(data).toMatchObject({ identityId: resident.id, position })
}

/** The usernames of the people who are visible there. */
async function seenBy(resident: Resident, { realmId }: Spot): Promise<string[]> {
  const { presence } = await resident.ask(
    'query ($realmId: ID!) { presence(realmId: $realmId) { nodes { identity { username } } } }',
    { realmId },
  )
  const usernames = presence.nodes.map(({ identity }: { identity: Resident }) => identity.username)
  return (usernames as string[]).toSorted()
}

/** Everybody arrives and sees the others; the first leaves, and after six minutes nobody is there. */
export async function meet(
  production: Production,
  people: readonly Resident[],
  spot: Spot,
): Promise<void> {
  const usernames = people.map(({ username }) => username)
  for (const person of people) await arrive(person, spot)
  for (const person of people) expect(await seenBy(person, spot)).toEqual(usernames.toSorted())
  const [first, second] = people as [Resident, Resident]
  await first.call('DELETE', `/api/realms/${spot.realmId}/presence`)
  expect(await seenBy(second, spot)).toEqual(usernames.slice(1).toSorted())
  production.pass(HOUR_MS / 10)
  expect(await seenBy(first, spot)).toEqual([])
}
