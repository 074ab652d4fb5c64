// Does the change alter the configuration that it is checked with?
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { tell } from './composition.ts'
import type { Finding } from './finding.ts'
import { parseJson } from './sources/files.ts'
import type { Tree } from './sources/tree.ts'

/** A finding for each file of the configuration that differs. Only its text is compared: no code of the base runs. */
export function checkConfigTexts(before: Tree, after: Tree): Finding[] {
  const [base, head] = [before.config, after.config]
  if (!base || !head) return []
  // A usage file that a folder has besides may be exported for the check; one that a commit has is not.
  const added = before.isCommit && after.isCommit ? [...head.keys()] : []
  const files = [...new Set([...base.keys(), ...added])]
  const texts = files.map((file) => [file, base.get(file) ?? '', head.get(file) ?? ''] as const)
  const changed = texts.filter(([, was, is]) => was !== is)
  return changed.map((one) => configChanged(...one))
}

function configChanged(file: string, before: string, after: string): Finding {
  // An approval of one text must not cover the next.
  const detail = createHash('sha256').update(after).digest('hex').slice(0, 12)
  const where = { coordinate: file, detail, ...(after !== '' && { at: { file } }) }
  const message = `${whatHappened(before, after)} The check may find less than it did with the base.`
  return tell('config-changed', where, `${file}: ${message}`)
}

function whatHappened(before: string, after: string): string {
  if (before === '') return 'the change adds this configuration.'
  if (after === '') return 'the change removes this configuration.'
  const settings = changedSettings(before, after)
  if (settings.length === 0) return 'the change alters this configuration.'
  return `the change alters ${settings.join(', ')}.`
}

/** The settings that differ, and each rule by its name; none for a module, which only code can read. */
function changedSettings(before: string, after: string): string[] {
  const [was, is] = [before, after].map(parse)
  if (!was || !is) return []
  const names = differing(was, is).filter((name) => name !== 'rules')
  const rules = differing(objectOf(was.rules), objectOf(is.rules)).map((rule) => {
    // A base may have anything there.
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
