// The people of a first start. They have no password of their own until they can sign in.
import { demoId } from '#foundation/ids.ts'
import type { IdentityContext } from './context.ts'
import { hashAdminKey } from './domain/admin-key.ts'

/** Ada is past level 50, so that she can create proposals, and the one administrator. */
const PEOPLE = [
  {
    username: 'ada',
    displayName: 'Ada Lovelace',
    house: 'Aether',
    archetype: 'Architect',
    role: 'admin',
    xp: 128_400,
  },
  {
    username: 'grace',
    displayName: 'Grace Hopper',
    house: 'Ember',
    archetype: 'Navigator',
    role: 'member',
    xp: 31_250,
  },
  {
    username: 'alan',
    displayName: 'Alan Turing',
    house: 'Aether',
    archetype: 'Cipher',
    role: 'member',
    xp: 9_800,
  },
  {
    username: 'edsger',
    displayName: 'Edsger Dijkstra',
    house: 'Terra',
    archetype: 'Pathfinder',
    role: 'member',
    xp: 2_150,
  },
  {
    username: 'barbara',
    displayName: 'Barbara Liskov',
    house: 'Tide',
    archetype: 'Keeper',
    role: 'member',
    xp: 0,
  },
] as const

export async function addDemoPeople({ db }: IdentityContext): Promise<void> {
  await db
    .insertInto('identities')
    .values(
      PEOPLE.map((person, index) => ({
        ...person,
        id: demoId('identity', person.username),
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('adminKeys')
    .values({
      id: demoId('adminkey', 'demo'),
      name: 'demo',
      keyHash: hashAdminKey('demo-admin-key'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
