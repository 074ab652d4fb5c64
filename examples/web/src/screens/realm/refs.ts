// What a place points at: its house, and where its link leads.
import { titleOf } from '../../layout/news-text.ts'
import type { Place } from './geometry.ts'

const PATHS = {
  Quest: 'quests',
  Course: 'courses',
  Scroll: 'scrolls',
  Organization: 'guilds',
} as const

/** The house of the scroll or the organization of a place; undefined for one of no house. */
export function houseOf({ ref }: Place): string | undefined {
  return ref && 'house' in ref ? ref.house : undefined
}

/** A link to what a place points at; undefined for nothing, or something that the reader may not see. */
export function linkOf({ ref }: Place): { to: string; words: string } | undefined {
  const title = titleOf(ref)
  if (!ref || title === undefined) return undefined
  return {
    to: `/${PATHS[ref.__typename]}/${ref.id}`,
    words: `${KINDS[ref.__typename]}: ${title}`,
  }
}

const KINDS = { Quest: 'Quest', Course: 'Course', Scroll: 'Scroll', Organization: 'Guild' } as const
