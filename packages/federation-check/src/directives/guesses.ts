// Marks findings that rest on a guess, and says how to confirm or deny it.
import type { Finding } from '../finding.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { judgementOf, type GuardNames } from './guards.ts'
import { ownDefinitions, writtenName } from './own.ts'

/** The findings. Those about directives whose meaning is guessed from the name say so. */
export function explainGuesses(
  findings: readonly Finding[],
  subgraphs: readonly SubgraphDocument[],
  given: GuardNames,
): Finding[] {
  const guessed = new Set(subgraphs.flatMap(({ document }) => guessedIn(document, given)))
  if (guessed.size === 0) return [...findings]
  return findings.map((finding) => {
    const named = finding.message.matchAll(/@(\w+)/g).map(([, name]) => name!)
    const names = [...new Set(named)].filter((name) => guessed.has(name))
    return names.length === 0 ? finding : { ...finding, message: explained(finding.message, names) }
  })
}

/** The original message, for readers who cannot change the configuration. */
export const withoutGuess = (message: string): string =>
  message.replace(/ @[^.]* counts? as (a guard|guards) because of .*$/, '')

function guessedIn(document: SubgraphDocument['document'], given: GuardNames): string[] {
  return [...ownDefinitions(document)].flatMap(([name, definition]) =>
    judgementOf(definition, given).by === 'name' ? [name] : [],
  )
}

function explained(message: string, names: readonly string[]): string {
  const written = names.map(writtenName)
  const listed = (mark: string) => written.map((name) => `"${mark}${name}"`).join(', ')
  const counts =
    names.length === 1
      ? 'counts as a guard because of its name'
      : 'count as guards because of their names'
  return (
    `${message} ${names.map((name) => `@${name}`).join(' and ')} ${counts}, ` +
    `which is a guess: "guards": [${listed('')}] in the configuration confirms it, and [${listed('!')}] denies it.`
  )
}
