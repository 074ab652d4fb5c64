// Completing quests, day after day.
import { expect } from 'vitest'
import { isThere } from './people.ts'
import { DAY_MS, type Production } from './production.ts'
import type { Resident } from './resident.ts'

const OPEN = '{ quests(state: available, first: 100) { nodes { id } } }'

interface Completion {
  xpEarned: number
  goldEarned: number
  newXP: number
}

/** Completes every quest that is currently open for the person. */
export async function completeOpenQuests(resident: Resident): Promise<void> {
  const byRest = resident.username < 'h'
  const completions = await (byRest ? completeByRest(resident) : completeByGraphql(resident))
  for (const { xpEarned, goldEarned, newXP } of completions) {
    resident.earned.xp += xpEarned
    resident.earned.gold += goldEarned
    resident.earned.completions += 1
    expect(newXP, resident.username).toBe(resident.earned.xp)
  }
}

async function completeByRest(resident: Resident): Promise<Completion[]> {
  const completions: Completion[] = []
  const { quests } = await resident.call('GET', '/api/quests?state=available')
  for (const { id } of quests as { id: string }[]) {
    completions.push(await resident.call('POST', `/api/quests/${id}/complete`, { body: {} }))
  }
  return completions
}

/** Completes all in one document, as an app that works offline does. */
async function completeByGraphql(resident: Resident): Promise<Completion[]> {
  const { quests } = await resident.ask(OPEN)
  const nodes = quests.nodes as { id: string }[]
  if (nodes.length === 0) return []
  const fields = nodes.map(
    ({ id }, index) => `q${index}: completeQuest(questId: "${id}") {
      xpEarned goldEarned newXP quest { myState { status } }
    }`,
  )
  const data = await resident.ask(`mutation { ${fields.join('\n')} }`)
  const completed = Object.values(data as Record<string, Completion & { quest: object }>)
  for (const { quest } of completed) expect(quest).toEqual({ myState: { status: 'done' } })
  return completed
}

export interface Diary {
  production: Production
  residents: readonly Resident[]
  /** How many days have passed. */
  day: number
}

/** Lets days pass; on each of them, the people present complete open quests. */
export async function passDays(diary: Diary, count: number): Promise<void> {
  for (const last = diary.day + count; diary.day < last; diary.day += 1) {
    const there = diary.residents.filter((resident) => isThere(resident, diary.day))
    await Promise.all(there.map(completeOpenQuests))
    diary.production.pass(DAY_MS)
  }
}
