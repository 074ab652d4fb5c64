// The caller whose share a request uses.
import { expect, test } from 'vitest'
import { queueKey, rateLimitKey, type CallerIdentity } from '#foundation/limits/current-caller.ts'

const NOBODY: CallerIdentity = { viewer: undefined, service: undefined, address: '192.0.2.1' }
const ADA = { identityId: 'identity_ada', clientId: 'app', tier: 'authenticated' }

test.each<[title: string, caller: Partial<CallerIdentity>, key: string]>([
  ['a person', { viewer: ADA }, 'identity_ada'],
  ['a person in an app of a partner', { viewer: { ...ADA, tier: 'partner' } }, 'identity_ada'],
  ['a client without a person', { viewer: { ...ADA, identityId: 'app' } }, 'app'],
  ['an address without a token', {}, '192.0.2.1'],
  ['a network of IPv6 without a token', { address: '2001:db8::1' }, '2001:db8:0::/48'],
  ['a person for whom a peer calls', { viewer: ADA, service: 'router' }, 'identity_ada'],
  ['an address for which a peer calls', { service: 'router' }, '192.0.2.1'],
  ['the background work of a peer', { service: 'path', address: 'system' }, 'path'],
])('queues identify %s', (_title, caller, key) => {
  expect(queueKey({ ...NOBODY, ...caller })).toBe(key)
})

test.each<[title: string, caller: Partial<CallerIdentity>, key: string]>([
  ['a person', { viewer: ADA }, 'identity_ada'],
  ['a partner', { viewer: { ...ADA, tier: 'partner' } }, 'app'],
  ['an address without a token', {}, '192.0.2.1'],
  ['a subscriber of IPv6 without a token', { address: '2001:db8::1' }, '2001:db8:0:0::/64'],
])('the rate limit counts %s', (_title, caller, key) => {
  expect(rateLimitKey({ ...NOBODY, ...caller })).toBe(key)
})
