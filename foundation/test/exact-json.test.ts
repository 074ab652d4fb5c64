// JSON whose numbers keep all digits, compared with the decimals of random texts.
import { expect, test } from 'vitest'
import { ExactNumber, isDouble, parseExactly } from '#foundation/http/exact-json.ts'

test('random numbers keep the exact value of their text, and doubles are read as numbers', () => {
  const random = randomFrom(20_261_126)
  for (let round = 0; round < 5_000; round += 1) {
    const [one, other] = [numberOf(random), numberOf(random)]
    const space = ' '.repeat(random(20))
    const text = `{"key":${space}${one},"text":"${digitsOf(random, 30)}","list":[${other}\n]}`
    const { key, list } = parseExactly(text) as { key: unknown; list: unknown[] }
    for (const [source, value] of [
      [one, key],
      [other, list[0]],
    ] as const) {
      expect(valueOf(JSON.stringify(value)), text).toBe(valueOf(source))
      expect(value instanceof ExactNumber, text).toBe(!isDouble(source))
    }
  }
})

test('a number of a million digits is read quickly', () => {
  const source = `1${'0'.repeat(1_000_000)}1`
  expect(JSON.stringify(parseExactly(`[${source}]`))).toBe(`[${source}]`)
})

/** A number from 0 to below the argument. */
type Random = (below: number) => number

/** The same numbers for the same seed (a linear congruential generator, whose high bits are random enough). */
function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function digitsOf(random: Random, below: number): string {
  return Array.from({ length: random(below) }, () => random(10)).join('')
}

function numberOf(random: Random): string {
  const whole = random(6) ? `${1 + random(9)}${digitsOf(random, 22)}` : '0'
  const fraction = random(2) ? `.${random(10)}${digitsOf(random, 24)}` : ''
  const exponent = random(3) ? '' : `${'eE'[random(2)]}${['', '+', '-'][random(3)]}${random(1_000)}`
  return `${random(2) ? '-' : ''}${whole}${fraction}${exponent}`
}

/** A number as a whole number and a power of ten, in one form. */
function valueOf(source: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source)!
  let digits = BigInt(whole + fraction)
  if (digits === 0n) return '0'
  let power = Number(exponent) - fraction.length
  for (; digits % 10n === 0n; digits /= 10n) power += 1
  return `${sign}${digits}e${power}`
}
