// Secrets are compared by their hashes, in constant time.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { randomToken, sameHash, sha256 } from '../domain/secrets/random.ts'

const secret = randomToken()

/** The secret with another character at that position. */
function changedAt(place: number): string {
  const other = secret[place] === 'A' ? 'B' : 'A'
  return secret.slice(0, place) + other + secret.slice(place + 1)
}

test('Equal secrets have equal hashes, and different ones do not', () => {
  expect(sameHash(sha256(secret), sha256(secret))).toBe(true)
  for (const other of ['', changedAt(0), changedAt(secret.length - 1), `${secret}A`]) {
    expect(sameHash(sha256(secret), sha256(other)), other).toBe(false)
  }
  for (const none of [null, undefined, Buffer.alloc(0)]) {
    expect(sameHash(none, sha256(secret))).toBe(false)
  }
})

test('The hash of an almost right secret matches no better than by chance', () => {
  const kept = sha256(secret)
  const almost = Array.from(secret, (_, place) => sha256(changedAt(place)))
  const right = almost.map((hash) => hash.findIndex((byte, at) => byte !== kept[at]))
  expect(Math.max(...right)).toBeLessThan(8)
})

test('Hashes of one length are compared by timingSafeEqual as a whole, wherever they differ', () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  onTestFinished(() => {
    compare.mockRestore()
    syncBuiltinESMExports()
  })
  const kept = sha256(secret)
  for (const place of [0, kept.length - 1]) {
    const other = Buffer.from(kept)
    other[place]! ^= 1
    expect(sameHash(kept, other)).toBe(false)
    expect(compare).toHaveBeenLastCalledWith(kept, other)
  }
  expect(sameHash(kept.subarray(1), kept)).toBe(false)
  expect(compare).toHaveBeenCalledTimes(2)
})
