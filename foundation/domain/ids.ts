// Opaque, time-ordered identifiers: TypeIDs such as `quest_01j…` (https://github.com/jetify-com/typeid).
import { createHash } from 'node:crypto'
import { TypeID, typeid } from 'typeid-js'

/** A new identifier; `prefix` names its kind, in lower-case letters. */
export function newId(prefix: string): string {
  return typeid(prefix).toString()
}

/**
 * The identifier of something that two others identify, such as a person's vote on a proposal: their suffixes after
 * a prefix of its own.
 */
export function joinedId(prefix: string, first: string, second: string): string {
  return [prefix, idSuffix(first), idSuffix(second)].join('_')
}

/** The two suffixes in an identifier of `joinedId`; undefined for any other text. */
export function splitId(prefix: string, id: string): [first: string, second: string] | undefined {
  const [, first, second] = new RegExp(`^${prefix}_([^_]+)_(.+)$`).exec(id) ?? []
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** An identifier without its prefix, as in `joinedId`. */
export function idSuffix(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}

/** The system identity, which owns everything that no person owns. It cannot sign in. */
export const ECOSYSTEM_ID = stableId('identity', 'ecosystem')

/**
 * The identifier of something with a stable key, such as an item of a content pack or a demo
 * person. It is the same in every service and installation, so that a pack can refer to items of
 * other services.
 */
export function stableId(prefix: string, key: string): string {
  // Older than content packs, and kept so that existing ids stay.
  const bytes = createHash('sha256').update(`demo:${prefix}:${key}`).digest().subarray(0, 16)
  // A UUIDv7 of the start of 2026.
  bytes.writeUIntBE(Date.UTC(2026, 0, 1), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return TypeID.fromUUIDBytes(prefix, bytes).toString()
}

/**
 * The identifier of an item of a content pack. A key that is already an identifier with that prefix
 * is used as it is, so that an item added by a mutation can be exported and applied again.
 */
export function contentId(prefix: string, key: string): string {
  return isIdOf(prefix, key) ? key : stableId(prefix, key)
}

function isIdOf(prefix: string, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1))
  )
}
