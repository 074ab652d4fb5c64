// How an e-mail address is read, wherever somebody gives one.
import { expect, test } from 'vitest'
import { readEmailAddress } from '../domain/email/email-address.ts'

test.each([
  ['ada@mail.example', 'ada@mail.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['Ada@BÜCHER。example', 'Ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ädä@bücher.example', undefined],
  ['ada@bücher', undefined],
  ['ada@bü cher.example', undefined],
  ['ada@bücher.example\r\nBcc: eve@evil.example', undefined],
  ['ada@bücher.example, eve@bücher.example', undefined],
  ['ada@xn--\u0430.example', undefined],
])('the email address %j is read as %j', (given, address) => {
  expect(readEmailAddress(given)).toBe(address)
})
