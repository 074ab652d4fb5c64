// Detects changes of the configuration that the check runs with.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { tell } from '../graph/composition.ts'
import type { Finding } from '../finding.ts'
import { parseJson } from '../sources/files.ts'
import type { ConfigSides } from '../sources/tree.ts'

/**
 * A finding for each file of the configuration that differs. Only its text is compared: no code of
 * the base runs.
 */
export function checkConfigTexts({ before, after, indirect, hiding }: ConfigSides): Finding[] {
  if (!before) return notCompared(after, hiding)
  const texts = [...after].map(([file, is]) => [file, before.get(file) ?? '', is] as const)
  const changed = texts.filter(([file, was, is]) => isChanged(file, was, is))
  return changed.map(([file, was, is]) =>
    indirect.includes(file) ? codeChanged(file, is) : configChanged(file, was, is),
  )
}

function notCompared(after: ConfigSides['after'], hiding: readonly string[]): Finding[] {
  const [file, text = ''] = [...after].find(([, one]) => one !== '') ?? []
  if (file === undefined) return []
  const unknown = `${file}: the base has no configuration, and no commit of main tells what the change alters in it.`
  if (hiding.length > 0) {
    const message = `${unknown} It sets ${hiding.join(', ')}, so the check may find less.`
    return [tell('config-changed', whereOf(file, text), message)]
  }
  return [tell('config-not-compared', { coordinate: file, at: { file } }, unknown)]
}

function isChanged(file: string, was: string, is: string): boolean {
  if (was === is) return false
  // A missing package.json counts as an empty one, as in Node.
  const isBoth = (was !== '' && is !== '') || basename(file) === 'package.json'
  const read = READERS.find(([name]) => name.test(basename(file)))?.[1]
  return !isBoth || !read || !isDeepStrictEqual(read(was), read(is))
}

/** What each JSON file decides on, by its name. */
const READERS: readonly [RegExp, (text: string) => unknown][] = [
  [/^package\.json$/, (text) => modulesOf(parse(text) ?? {})],
  [/\.json$/, (text) => ({ ...(parse(text) ?? { text }), $schema: undefined })],
]

/**
 * The members of package.json that decide how Node reads a module, and where its imports of `#…`
 * and of its own name lead.
 */
function modulesOf({ type, imports, exports, name }: Settings): unknown[] {
  return [type, imports, exports && [name, exports]]
}

function configChanged(file: string, before: string, after: string): Finding {
  const message = `${whatHappened(before, after)} The check may find less than it did with the base.`
  return tell('config-changed', whereOf(file, after), `${file}: ${message}`)
}

function codeChanged(file: string, after: string): Finding {
  const message = `${file}: the configuration imports this file through another, and the change alters it.`
  return tell('config-code-changed', whereOf(file, after), message)
}

/** The detail has the text, because an approval of one text must not cover another. */
function whereOf(file: string, after: string) {
  const detail = createHash('sha256').update(after).digest('hex').slice(0, 12)
  return { coordinate: file, detail, ...(after !== '' && { at: { file } }) }
}

function whatHappened(before: string, after: string): string {
  if (before === '') return 'the change adds this configuration.'
  if (after === '') return 'the change removes this configuration.'
  const settings = changedSettings(before, after)
  if (settings.length === 0) return 'the change alters this configuration.'
  return `the change alters ${settings.join(', ')}.`
}

/** The settings that differ, with each changed rule; none for a module, because only running it would tell. */
function changedSettings(before: string, after: string): string[] {
  const [was, is] = [before, after].map(parse)
  if (!was || !is) return []
  const names = differing(was, is).filter((name) => name !== 'rules')
  const rules = differing(objectOf(was.rules), objectOf(is.rules)).map((rule) => {
    // `rules` of the base may have any type.
    const severities = [was, is].map((one) => objectOf(one.rules)[rule])
    const [old, now] = severities.map((one) => (typeof one === 'string' ? one : 'default'))
    return `rules.${rule} (${old} becomes ${now})`
  })
  return [...rules, ...names]
}

type Settings = Readonly<Record<string, unknown>>

function differing(was: Settings, is: Settings): string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...names].filter((name) => !isDeepStrictEqual(was[name], is[name]))
}

function parse(text: string): Settings | undefined {
  const value = parseJson(text)
  return value === undefined ? undefined : objectOf(value)
}

function objectOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null ? (value as Settings) : {}
}
