// Which new passwords are too easy to guess, and how long the check takes.
import { expect, test } from 'vitest'
import { weakness } from '../domain/sign-in/password-strength.ts'

const KNOWN = ['ada', 'Ada Lovelace', 'id.example.org', 'ecosystem', 'guild']

test.each([
  'abcdefghijkl',
  'ecosystem1234',
  'Ecosystem2026!',
  'demo-password',
  'AdaLovelace1815',
  'lovelace.ada!',
  'example.org-ada',
  'guild-ecosystem',
  'qazwsxedcrfv',
  'Summer2026!!',
  'letmein2026!!',
  'thisismypassword',
  '2026password!!',
  '1q2w3e4r5t6y',
  '01.01.199001.01.1990',
  'constructorconstructor',
])('%s is too easy', async (password) => {
  expect(await weakness(password, KNOWN)).toMatch(/ too easy to guess: take several words /)
})

test.each([
  'a lamp in the harbour',
  'correct horse battery',
  'tulip-harbour-42-lantern',
  'fbvqkzjwmtxr',
  'kX9#mQ2$vL7p',
  '8361502947718302',
  '漢字仮名交じりの長い合言葉',
  'ada has a parrot called Byron',
  '__proto__ constructor toString',
])('%s is not', async (password) => {
  expect(await weakness(password, KNOWN)).toBeUndefined()
})

test('Names are checked only up to the maximum length of a name', async () => {
  const password = 'fbvqkzjwmtxr'
  expect(await weakness(password, [`${'x'.repeat(40)} ${password}`])).toMatch(/names/)
  expect(await weakness(password, [`${'x'.repeat(2_000)} ${password}`])).toBeUndefined()
  expect(await weakness(password, [`${'ab '.repeat(25)} ${password}`])).toBeUndefined()
})

test('Names of 2,048 characters take no longer to check', async () => {
  const names = Array.from({ length: 600 }, (_, index) => `${(index * 7919).toString(36)}a`)
  const name = names.join(' ').slice(0, 2_048)
  const password = '4@8({[<36!1|0$5+7%2'.repeat(4)
  const usual = await leastCpu(password, [name.slice(0, 80), ...KNOWN])
  expect(await leastCpu(password, [name, ...KNOWN])).toBeLessThan(3 * usual)
})

/** Checks in one measurement: the clock of a thread may tick only every few milliseconds. */
const CHECKS = 10

/** The least microseconds of processor time of several measurements; the first loads the words and compiles the code. */
async function leastCpu(password: string, known: readonly string[]): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = process.threadCpuUsage()
    for (let check = 0; check < CHECKS; check += 1) await weakness(password, known)
    const { user, system } = process.threadCpuUsage(before)
    took.push(user + system)
  }
  return Math.min(...took)
}

test.each(['p4$$w0rd', '4@8({[<36!1|0$5+7%2', '01.02.1990', '1234567890', '|-|/-\\(_)|)|<'])(
  'the longest password of %s takes no longer to check than 64 characters',
  async (part) => {
    const password = part.repeat(64)
    const usual = await leastCpu(password.slice(0, 64), KNOWN)
    // It would be some thirty times as long if all 256 characters were checked.
    expect(await leastCpu(password.slice(0, 256), KNOWN)).toBeLessThan(3 * usual)
  },
)
