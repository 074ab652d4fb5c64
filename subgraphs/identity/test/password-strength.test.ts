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
])('the password %s is too easy to guess', async (password) => {
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
])('the password %s is accepted', async (password) => {
  expect(await weakness(password, KNOWN)).toBeUndefined()
})

test('Names are checked only up to the maximum length of a name', async () => {
  const password = 'fbvqkzjwmtxr'
  expect(await weakness(password, [`${'x'.repeat(40)} ${password}`])).toMatch(/names/)
  expect(await weakness(password, [`${'x'.repeat(2_000)} ${password}`])).toBeUndefined()
  expect(await weakness(password, [`${'ab '.repeat(20)} ${password}`])).toBeUndefined()
})

// All 256 characters would take some thirty times as long.
test.each(['p4$$w0rd', '4@8({[<36!1|0$5+7%2', '01.02.1990', '1234567890', '|-|/-\\(_)|)|<'])(
  'Of a password that begins with 64 characters of %s no more is checked',
  async (part) => {
    const beginning = part.repeat(64).slice(0, 64)
    const rest = 'fbvqkzjwmtxr gnhslpdycoue'
    expect(await weakness(rest, KNOWN)).toBeUndefined()
    expect(await weakness(beginning + rest, KNOWN)).toBe(await weakness(beginning, KNOWN))
    expect(await weakness(beginning + part, KNOWN)).toBe(await weakness(beginning, KNOWN))
  },
)
