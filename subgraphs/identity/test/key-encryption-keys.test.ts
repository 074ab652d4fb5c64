// KEY_ENCRYPTION_KEY: which keys it accepts.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SettingError } from '#foundation/settings/setting.ts'
import { identitySettings } from '../settings.ts'

const read = (KEY_ENCRYPTION_KEY: string | undefined) =>
  identitySettings.read({ KEY_ENCRYPTION_KEY }).keyEncryptionKeys

test.each([undefined, '', ' '])('No key is set by %j', (value) => {
  expect(read(value)).toBeUndefined()
})

test('A key is 32 bytes as base64 or base64url, and the first of several is the newest', () => {
  const [newest, earlier] = [Buffer.alloc(32, 0xff), randomBytes(32)]
  expect(read(newest.toString('base64'))).toEqual([newest])
  expect(read(newest.toString('base64url'))).toEqual([newest])
  expect(read(` ${newest.toString('base64')} , ${earlier.toString('base64url')}`)).toEqual([
    newest,
    earlier,
  ])
})

test.each([
  ['of 31 bytes', randomBytes(31).toString('base64')],
  ['of 33 bytes', randomBytes(33).toString('base64')],
  ['as hexadecimal digits', randomBytes(32).toString('hex')],
  ['with other characters', `${'!'.repeat(43)}=`],
  ['after a good one', `${randomBytes(32).toString('base64')},short`],
])('A key %s is refused, and the message does not repeat it', (_what, value) => {
  expect(() => read(value)).toThrow(SettingError)
  expect(() => read(value)).toThrow('KEY_ENCRYPTION_KEY must be 32 bytes as base64 or base64url')
  expect(() => read(value)).not.toThrow(value)
})

test('More than four keys are refused', () => {
  const keys = Array.from({ length: 5 }, () => randomBytes(32).toString('base64'))
  expect(read(keys.slice(1).join(','))).toHaveLength(4)
  expect(() => read(keys.join(','))).toThrow('KEY_ENCRYPTION_KEY must contain at most 4 keys.')
})
