// Secrets are compared by their hashes, in constant time.
import { expect, test } from 'vitest'
import { lowerQuartile } from '#test/timing.ts'
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

test('A difference at the beginning takes as long to compare as one at the end', () => {
  // Long enough to measure if the comparison stopped at the first difference.
  const kept = Buffer.alloc(1_000_000)
  const [early, late] = [Buffer.from(kept), Buffer.from(kept)]
  early[0] = late[late.length - 1] = 1
  const took = new Map<Buffer, number[]>([
    [early, []],
    [late, []],
  ])
  for (let turn = 0; turn < 40; turn += 1) {
    for (const [other, samples] of took) {
      const began = performance.now()
      const same = sameHash(kept, other)
      samples.push(performance.now() - began)
      expect(same).toBe(false)
    }
  }
  expect(lowerQuartile(took.get(early)!)).toBeGreaterThan(lowerQuartile(took.get(late)!) / 2)
})
