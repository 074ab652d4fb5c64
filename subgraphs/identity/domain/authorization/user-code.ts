// User codes, which people type from the screen of a device (RFC 8628, section 6.1).
import { randomInt } from 'node:crypto'
import { derive, sha256 } from '../secrets/random.ts'

/** No vowels, so that codes spell no words, and no digits: 20^8 codes, 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const USER_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** A new code, such as WDJB-MJHT. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!)
  return shownUserCode(letters.join(''))
}

/** The letters of a typed code, in any case, with or without the hyphen; undefined if it is no code. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}.]/gu, '')
  return USER_CODE.test(letters) ? letters : undefined
}

/** The letters in two groups, for display. */
export function shownUserCode(letters: string): string {
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** The stored hash, keyed: codes are short enough to find them from a plain hash. */
export function userCodeHash(key: Buffer, letters: string): Buffer {
  return sha256(derive(key, 'user code', letters))
}
