// Reads a usage file of any known format: which coordinates callers requested, and in which days.
import { orUsageError, UsageError, type Text } from '../sources/files.ts'
import { checkLevels } from '../sources/nesting.ts'
import { isApollo, readApollo } from './apollo.ts'
import { isHive, readHive } from './hive.ts'
import { isOwn, readOwn } from './own.ts'
import type { FieldUsage } from './field-usage.ts'

const NOTHING: FieldUsage = { used: new Set(), counts: new Set() }

/** Reads a usage file. @throws UsageError for an unknown format, also when a file counts nothing */
export function readFieldUsage({ file, text }: Text): FieldUsage {
  const given = text.trim() === '' ? {} : orUsageError(file, () => JSON.parse(text) as unknown)
  checkLevels(file, given)
  if (isEmpty(given)) return NOTHING
  const found = tolerate(() => readKnown(given))
  if (found) return found
  throw new UsageError(
    `${file} counts no usage in a known format: its own (docs/reference.md, Usage), usage reports of Hive, or a statsWindow of GraphOS.`,
  )
}

function readKnown(given: unknown): FieldUsage | undefined {
  if (isOwn(given)) return readOwn(given)
  if (isHive(given)) return readHive(given)
  return isApollo(given) ? readApollo(given) : undefined
}

/** A part of an unexpected type makes the format unknown. */
function tolerate<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function isEmpty(given: unknown): boolean {
  return typeof given === 'object' && (given === null || Object.keys(given).length === 0)
}
