// What the stories of tests begin with: people, quests and courses, as rows of the services that own them.
import type { Kysely } from '#foundation/database.ts'
import { newId } from '#foundation/ids.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { Course, LearnTables } from '../../subgraphs/learn/tables.ts'
import type { PathTables, Quest } from '../../subgraphs/path/tables.ts'

/** Whatever gives a handle on the tables of a service by its name. */
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

/** Adds a person, and gives their id. */
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

/** Adds a quest, and gives its id. */
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

/** Adds a course, and gives its id. */
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
