// Which addresses this server posts to for strangers who register them.
import { expect, test } from 'vitest'
import { isPublic } from '../oauth/post-to-client.ts'
import { SPECIAL_PURPOSE } from '../oauth/special-purpose-addresses.ts'

test.each(SPECIAL_PURPOSE)('Nothing is sent to an address of %s (%s)', (block) => {
  expect(isPublic(block.split('/')[0]!)).toBe(false)
})

test.each([
  ['1.1.1.1', true],
  ['192.0.1.1', true],
  ['2606:4700:4700::1111', true],
  ['2001:200::1', true],
  ['172.31.255.255', false],
  ['203.0.113.255', false],
  ['224.0.0.1', false],
  ['2001:2:0:ffff::1', false],
  ['3fff:fff:ffff::1', false],
  ['fec0::1', false],
  ['::ffff:0:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
])('The address %s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})
