// Thirty people, who sign up through an app.
import { registerApp } from './operator.ts'
import type { Production } from './production.ts'
import { becomeResident, type Resident } from './resident.ts'
import { signUp } from './session.ts'

const HOUSES = ['Aether', 'Ember', 'Terra', 'Tide']
const ARCHETYPES = ['Architect', 'Navigator', 'Cipher', 'Pathfinder', 'Keeper']

const EVERY_DAY = ['ada', 'alan', 'barbara', 'edsger']
const EVERY_OTHER_DAY = 'grace donald margaret dennis frances john katherine ken'.split(' ')
const ON_MONDAYS = `radia niklaus jean tony karen robin adele leslie hedy claude mary linus
  sophie brian dorothy peter evelyn`.split(/\s+/)
const ONCE = ['kathleen']
const NAMES = [EVERY_DAY, EVERY_OTHER_DAY, ON_MONDAYS, ONCE].flat()

const SCOPE = 'identity credentials'

/** People sign up one after the other: each opens an app, creates an account, and allows the app. */
export async function signUpThirty(production: Production): Promise<Resident[]> {
  const app = await registerApp(production, 'Harbour', SCOPE)
  const residents: Resident[] = []
  for (const [index, username] of NAMES.entries()) {
    const about = {
      username,
      displayName: `${username[0]!.toUpperCase()}${username.slice(1)}`,
      house: HOUSES[index % HOUSES.length]!,
      archetype: ARCHETYPES[index % ARCHETYPES.length]!,
    }
    const session = await signUp(production, { app, scope: SCOPE }, about)
    residents.push(await becomeResident(session, about))
  }
  return residents
}

/** Whether somebody completes quests on a day. Day 1 is a Monday. */
export function isThere({ username }: Pick<Resident, 'username'>, day: number): boolean {
  if (EVERY_DAY.includes(username)) return true
  if (EVERY_OTHER_DAY.includes(username)) return day % 2 === 0
  return ON_MONDAYS.includes(username) ? day % 7 === 0 : day === 0
}
