// What others see in the place of somebody who left.
import { randomBytes } from 'node:crypto'
import { stableId } from '#foundation/domain/ids.ts'
import { ARCHETYPES, HOUSES } from './houses.ts'

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

/** A username that says nothing: unique, because usernames are. */
export function namelessUsername(): string {
  return `left_${randomBytes(8).toString('hex')}`
}

/** An id whose time is the same for everybody, and whose rest is random: others say when they were made. */
export function tombstoneId(): string {
  return stableId('identity', randomBytes(16).toString('hex'))
}

/** When everybody who left came, and went. */
export const UNKNOWN_TIME = new Date(0)
