// Eight scrolls by demo people: most public, some for a house, one private.
import { stableId } from '#foundation/domain/ids.ts'
import type { ScrollContext } from './context.ts'
import type { ScrollVisibility } from './tables.ts'

/** The demo people, with the name, house and level they have in Identity. */
const AUTHORS = {
  ada: { author: 'Ada Lovelace', house: 'Aether', settlementWeight: 6 },
  grace: { author: 'Grace Hopper', house: 'Ember', settlementWeight: 3 },
  alan: { author: 'Alan Turing', house: 'Aether', settlementWeight: 2 },
  edsger: { author: 'Edsger Dijkstra', house: 'Terra', settlementWeight: 1 },
  barbara: { author: 'Barbara Liskov', house: 'Tide', settlementWeight: 1 },
} as const

type DemoScroll = [
  author: keyof typeof AUTHORS,
  slug: string,
  title: string,
  visibility: ScrollVisibility,
  content: string,
]

/** The demo scrolls, the oldest first. */
const SCROLLS: DemoScroll[] = [
  [
    'ada',
    'the-first-winter',
    'The First Winter',
    'public',
    'We were nineteen, and the library had one stove. Whoever read aloud sat closest to it, so by the end of January everybody could read aloud. The rule that a proposal is read twice before a vote comes from that winter, and not from any wisdom of ours.',
  ],
  [
    'grace',
    'how-we-found-the-moth',
    'How We Found the Moth',
    'public',
    'The relay had failed three nights in a row at the same hour. We checked the wiring, then the clock, then each other’s arithmetic. On the fourth night we sat beside it with a lamp. The moth is glued to page 92 of the log, with the time and both our names.',
  ],
  [
    'alan',
    'questions-for-the-house',
    'Questions for the House',
    'house',
    'Before the next council: do we want the observatory more than the second bridge? Who pays for its nights? And would we accept a machine’s answer to the first question if we could not tell it from Ada’s?',
  ],
  [
    'edsger',
    'against-clever-bridges',
    'Against Clever Bridges',
    'public',
    'A bridge that needs its builder nearby is not finished. I have crossed four this year that were admired and two that were merely correct, and I slept well only after the latter. What follows is a list of the admired ones, with their repairs.',
  ],
  [
    'barbara',
    'what-a-newcomer-needs',
    'What a Newcomer Needs',
    'public',
    'A name to ask for, one small thing to finish on the first day, and a map that says which half of it is out of date. I kept notes for my first week, before I forgot what was strange.',
  ],
  [
    'grace',
    'the-ember-roster',
    'The Ember Roster',
    'house',
    'Night watch until the equinox: odd weeks the east tower, even weeks the archive. Swap among yourselves, but write it here. Whoever leaves the lamp empty fills it for a month.',
  ],
  [
    'ada',
    'notes-toward-a-speech',
    'Notes Toward a Speech',
    'private',
    'Do not begin with the stove again. Begin with the ledger, then the two votes that I lost and was wrong about. Thank Edsger last, so that he cannot answer.',
  ],
  [
    'edsger',
    'the-terra-boundary-stones',
    'The Terra Boundary Stones',
    'public',
    'Of the forty stones on the old list we found thirty-seven. Two lie in the river and can be read at low water. The last one is the doorstep of the bakery, face down, and should stay there.',
  ],
]

const DAY_MS = 86_400_000

export async function addDemoScrolls({ db, now }: ScrollContext): Promise<void> {
  await db
    .insertInto('scrolls')
    .values(SCROLLS.map((scroll, index) => toScroll(scroll, index, now())))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Dates one scroll every four days, the last one the day before the first start. */
function toScroll(
  [username, slug, title, visibility, content]: DemoScroll,
  index: number,
  now: Date,
) {
  const daysAgo = 1 + 4 * (SCROLLS.length - 1 - index)
  return {
    id: stableId('scroll', slug),
    title,
    content,
    authorId: stableId('identity', username),
    ...AUTHORS[username],
    visibility,
    createdAt: new Date(now.getTime() - daysAgo * DAY_MS),
  }
}
