// The report of applied content, for people.
import { changeName } from '#foundation/content/difference.ts'
import type { ContentChange, ContentChanges, Difference } from '#foundation/content/kind.ts'
import type { PersonName } from '#foundation/content/people.ts'
import { printable } from '#foundation/service/command.ts'
import type { Applied } from './apply.ts'

/** The limits of a shown value and of a line, in characters. */
const VALUE = 60
const LINE = 120

/** A block of lines for each service with its changes and their total. */
export function reportLines({ services, usernameOf }: Applied, dryRun: boolean): string[] {
  const lines = services.flatMap(({ service, changes }) => [
    ...changes.changes.flatMap((change) => changeLines(change, usernameOf)),
    `${service.name}: ${summary(changes)}`,
  ])
  const isSame = services.every(({ changes }) => changes.changes.length === 0)
  if (isSame) lines.push('Nothing has changed.')
  else if (dryRun) lines.push('Dry run: nothing was changed.')
  return lines.map(printable)
}

const SIGNS = { add: '+', restore: '+', update: '~', retire: '-' } as const
const NOTES = { restore: 'restored', retire: 'retired', add: undefined, update: undefined } as const

function changeLines(change: ContentChange, usernameOf: PersonName): string[] {
  const { action, differences } = change
  const head = `${SIGNS[action]} ${changeName(change)}`
  const reported = differences.map((difference) => differenceText(difference, usernameOf))
  const note = NOTES[action]
  if (note !== undefined) reported.unshift(note)
  if (reported.length === 0) return [head]
  const line = `${head}  ${reported.join(', ')}`
  if (reported.length === 1 || line.length <= LINE) return [line]
  return [head, ...reported.map((text) => `    ${text}`)]
}

function differenceText({ field, from, to }: Difference, usernameOf: PersonName): string {
  const [before, after] = [valueText(from, usernameOf), valueText(to, usernameOf)]
  const skipped = before.length > VALUE || after.length > VALUE ? commonStart(before, after) : 0
  return `${field} ${shortened(before, skipped)} → ${shortened(after, skipped)}`
}

function valueText(value: unknown, usernameOf: PersonName): string {
  if (value === null || value === undefined) return 'nothing'
  const username = typeof value === 'string' ? usernameOf(value) : undefined
  return username ?? JSON.stringify(value)
}

/** How much of a common start to skip, so that the first difference is visible. */
function commonStart(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return Math.max(0, same - 20)
}

function shortened(text: string, skipped: number): string {
  const shown = text.slice(skipped, skipped + VALUE)
  const rest = skipped + VALUE < text.length ? '…' : ''
  // A cut may have gone through a surrogate pair.
  return `${skipped > 0 ? '…' : ''}${shown}${rest}`.toWellFormed()
}

const WORDS = [
  ['add', 'added'],
  ['update', 'updated'],
  ['restore', 'restored'],
  ['retire', 'retired'],
] as const

function summary({ changes, unchanged }: ContentChanges): string {
  const counts = WORDS.map(([action, word]) => {
    return [changes.filter((change) => change.action === action).length, word] as const
  })
  const reported = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  if (unchanged > 0 || reported.length === 0) reported.push(`${unchanged} unchanged`)
  return reported.join(', ')
}
