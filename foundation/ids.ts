// Opaque, time-ordered identifiers: TypeIDs such as `quest_01j…` (https://github.com/jetify-com/typeid).
import { createHash } from 'node:crypto'
import { TypeID, typeid } from 'typeid-js'

/** A new identifier; `prefix` is the kind of thing it names, in lower case letters. */
export function newId(prefix: string): string {
  return typeid(prefix).toString()
}

/**
 * The identifier of a piece of demo data: the same for the same name at every start and in every
 * service, so that demo data of one service can speak of a person of another.
 */
export function demoId(prefix: string, name: string): string {
  const bytes = createHash('sha256').update(`demo:${prefix}:${name}`).digest().subarray(0, 16)
  // A UUIDv7 of the start of 2026, so that demo data sorts before whatever people add.
  bytes.writeUIntBE(Date.UTC(2026, 0, 1), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return TypeID.fromUUIDBytes(prefix, bytes).toString()
}
