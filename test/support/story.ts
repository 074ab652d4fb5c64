// Rows for the stories of tests: people and what they act on.
import type { Insertable } from 'kysely'
import type { Kysely } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { GovernanceTables } from '../../subgraphs/governance/tables.ts'
import type { GuildTables, Organization, Role } from '../../subgraphs/guild/tables.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { Course, LearnTables } from '../../subgraphs/learn/tables.ts'
import type { PathTables, Quest } from '../../subgraphs/path/tables.ts'
import type { Scroll, ScrollTables } from '../../subgraphs/scroll/tables.ts'

/** Has a handle on the tables of a service, by its name. */
export interface World {
  tables<Tables>(service: string): Kysely<Tables>
}

export interface NewPerson {
  displayName: string
  house: string
  archetype: string
  xp: number
  role: 'member' | 'admin'
}

/** Adds a person, and returns their id. */
export async function addPerson(
  world: World,
  username: string,
  about: Partial<NewPerson> = {},
): Promise<string> {
  const person = {
    id: newId('identity'),
    username,
    displayName: `${username[0]!.toUpperCase()}${username.slice(1)}`,
    house: 'Aether',
    archetype: 'Architect',
    ...about,
  }
  await world.tables<IdentityTables>('identity').insertInto('identities').values(person).execute()
  return person.id
}

/** Adds a quest, and returns its id. */
export async function addQuest(
  world: World,
  about: Partial<Omit<Quest, 'id'>> = {},
): Promise<string> {
  const quest = {
    id: newId('quest'),
    title: 'Light the Beacon',
    description: 'Carry the flame up the hill.',
    xpReward: 120,
    goldReward: 30,
    type: 'daily' as const,
    difficulty: 'beginner' as const,
    credentialType: null,
    ...about,
  }
  await world.tables<PathTables>('path').insertInto('quests').values(quest).execute()
  return quest.id
}

/** Adds a proposal that people can vote on, and returns its id. */
export async function addProposal(
  world: World,
  about: Partial<Omit<Insertable<GovernanceTables['proposals']>, 'id'>> = {},
): Promise<string> {
  const proposal = {
    id: newId('proposal'),
    proposerId: newId('identity'),
    title: 'Plant a Grove',
    description: 'A tree for every house, behind the library.',
    quorum: 1,
    endTime: new Date('2100-01-01T00:00:00.000Z'),
    createdAt: new Date(),
    ...about,
  }
  const { tables } = world
  await tables<GovernanceTables>('governance').insertInto('proposals').values(proposal).execute()
  return proposal.id
}

/** Adds a course, and returns its id. */
export async function addCourse(
  world: World,
  about: Partial<Omit<Course, 'id'>> = {},
): Promise<string> {
  const course = {
    id: newId('course'),
    title: 'Knots and Ropes',
    description: 'Tie what holds, and untie it again.',
    lessons: 3,
    duration: 'an afternoon',
    skillPoints: 50,
    ...about,
  }
  await world.tables<LearnTables>('learn').insertInto('courses').values(course).execute()
  return course.id
}

/** Adds an organization without members, and returns its id. */
export async function addOrganization(
  world: World,
  about: Partial<Omit<Organization, 'id'>> = {},
): Promise<string> {
  const organization = {
    id: newId('organization'),
    name: 'Beacon Wardens',
    description: 'Keep the beacons lit.',
    house: 'Ember',
    memberCount: 0,
    openToJoin: true,
    createdAt: new Date(),
    ...about,
  }
  const guild = world.tables<GuildTables>('guild')
  await guild.insertInto('organizations').values(organization).execute()
  return organization.id
}

/** Adds a role, by default of a new organization, and returns its id. */
export async function addRole(
  world: World,
  about: Partial<Omit<Role, 'id'>> = {},
): Promise<string> {
  const role = {
    id: newId('role'),
    organizationId: about.organizationId ?? (await addOrganization(world)),
    title: 'Beacon Warden',
    description: 'Keep one beacon lit for a season.',
    minLevel: 1,
    openings: 3,
    createdAt: new Date(),
    ...about,
  }
  await world.tables<GuildTables>('guild').insertInto('roles').values(role).execute()
  return role.id
}

/** Adds a scroll, by default of an unknown author, and returns its id. */
export async function addScroll(
  world: World,
  about: Partial<Omit<Scroll, 'id'> & { content: string }> = {},
): Promise<string> {
  const scroll = {
    id: newId('scroll'),
    title: 'The First Winter',
    content: 'We had one stove.',
    authorId: newId('identity'),
    author: 'Somebody',
    house: 'Aether',
    settlementWeight: 1,
    visibility: 'public' as const,
    createdAt: new Date(),
    ...about,
  }
  await world.tables<ScrollTables>('scroll').insertInto('scrolls').values(scroll).execute()
  return scroll.id
}
