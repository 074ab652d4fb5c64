// The names, ids and times that replace those of somebody who left.
import { randomBytes } from 'node:crypto'
import { stableId } from '#foundation/domain/ids.ts'
import { ARCHETYPES, HOUSES } from '../people/houses.ts'

/** The names and choices of everybody who left. */
export const NAMELESS = {
  displayName: 'Someone who left',
  house: HOUSES[0],
  archetype: ARCHETYPES[0],
  bio: null,
  usernameChangedAt: null,
  profileChangedAt: null,
  namesHiddenAt: null,
  namesHiddenReason: null,
  hiddenUsername: null,
  hiddenDisplayName: null,
  hiddenBio: null,
} as const

/** A random username, because usernames are unique. */
export function namelessUsername(): string {
  return `left_${randomBytes(8).toString('hex')}`
}

/** An id with a fixed time and a random rest: the time in other ids would show when they were created. */
export function tombstoneId(): string {
  return stableId('identity', randomBytes(16).toString('hex'))
}

/** `createdAt` and `leftAt` of every tombstone. */
export const UNKNOWN_TIME = new Date(0)
