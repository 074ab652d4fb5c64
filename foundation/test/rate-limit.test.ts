// Rate limits on a clock of the test: the documented quotas, the headers, the bounds.
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '#foundation/limits/rate-limit-memory.ts'
import {
  addressNetwork,
  addressPrincipal,
  addressSite,
  createRateLimiter,
  parseQuota,
  type Decision,
  type Quota,
  type Quotas,
  type RateLimitStore,
  type Tier,
} from '#foundation/limits/rate-limit.ts'

const documented = {
  free: { hour: 100, burst: 10 },
  authenticated: { hour: 1000, burst: 100 },
  partner: { hour: 10_000, burst: 1000 },
} satisfies Quotas
const tiers = Object.entries(documented) as [Tier, Quota][]

const ada = { tier: 'authenticated', principal: 'ada' } as const
const grace = { tier: 'free', principal: '192.0.2.7' } as const

/** A limiter with the documented quotas on a clock that stands still until `pass` moves it. */
function startLimiter(options: { quotas?: Quotas; store?: RateLimitStore } = {}) {
  let time = Date.UTC(2026, 0, 1, 12, 34, 56, 789)
  const failures: unknown[] = []
  const limiter = createRateLimiter({
    quotas: documented,
    store: createMemoryStore(),
    ...options,
    now: () => time,
    onStoreFailure: (error) => failures.push(error),
  })
  const pass = (seconds: number) => {
    time += seconds * 1000
  }
  return { ...limiter, pass, failures }
}

type Caller = { tier: Tier; principal: string }
type Limiter = ReturnType<typeof startLimiter>

/** Takes one unit at a time; returns how many passed, and the refusal. */
async function callUntilRefused(limiter: Limiter, caller: Caller, secondsBetween = 0) {
  for (let passed = 0; ; passed += 1) {
    const decision = await limiter.take(caller, 1)
    if (!decision.allowed) return { passed, ...refusalIn(decision) }
    limiter.pass(secondsBetween)
  }
}

function refusalIn({ refusal, headers }: Decision) {
  return {
    ...refusal?.extensions,
    message: refusal?.message,
    retryAfter: headers['Retry-After'],
  }
}

describe('the documented limits', () => {
  test.each(tiers)('%s refuses the call after the burst', async (tier, quota) => {
    const limiter = startLimiter()
    expect(await callUntilRefused(limiter, { tier, principal: 'ada' })).toEqual({
      passed: quota.burst,
      code: 'RATE_LIMIT_EXCEEDED',
      details: { tier, limit: quota.burst, windowSeconds: 60, retryAfterSeconds: 60 },
      message: `The tier ${tier} may use ${quota.burst} units in 60 s; try again in 60 s.`,
      retryAfter: '60',
    })
  })

  test.each(tiers)('%s refuses the call after the quota of the hour', async (tier, quota) => {
    const limiter = startLimiter()
    const caller = { tier, principal: 'ada' }
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await callUntilRefused(limiter, caller)).toMatchObject({ passed: quota.burst })
      limiter.pass(60)
    }
    expect(await callUntilRefused(limiter, caller)).toMatchObject({
      passed: 0,
      details: { tier, limit: quota.hour, windowSeconds: 3600, retryAfterSeconds: 3000 },
      retryAfter: '3000',
    })
  })

  test('30 calls a minute pass until the quota of the hour is used up', async () => {
    const limiter = startLimiter()
    expect(await callUntilRefused(limiter, ada, 2)).toMatchObject({
      passed: 1000,
      details: { limit: 1000, windowSeconds: 3600, retryAfterSeconds: 1600 },
    })
    limiter.pass(1600)
    expect(await callUntilRefused(limiter, ada, 2)).toMatchObject({ passed: 1000 })
  })

  test('callers and tiers are counted separately', async () => {
    const limiter = startLimiter()
    await callUntilRefused(limiter, grace)
    expect(await limiter.take({ ...grace, principal: '192.0.2.8' }, 1)).toMatchObject({
      allowed: true,
    })
    expect(await limiter.take({ ...grace, tier: 'partner' }, 1)).toMatchObject({ allowed: true })
  })

  test('of 500 concurrent calls exactly the burst passes', async () => {
    const limiter = startLimiter()
    const decisions = await Promise.all(
      Array.from({ length: 500 }, async () => limiter.take(ada, 1)),
    )
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(100)
  })

  test('a tier that is off passes everything and sets no headers', async () => {
    const limiter = startLimiter({ quotas: { ...documented, free: 'off' } })
    expect(await limiter.take(grace, 1_000_000)).toEqual({ allowed: true, headers: {} })
  })
})

describe('the windows', () => {
  test('windows start with the first counted call, not with the clock', async () => {
    const limiter = startLimiter()
    await callUntilRefused(limiter, grace)
    limiter.pass(59.999)
    expect(await limiter.take(grace, 1)).toMatchObject({ allowed: false })
    limiter.pass(0.001)
    expect(await callUntilRefused(limiter, grace)).toMatchObject({ passed: 10 })
  })

  test('after Retry-After the call passes, for every moment of the hour', async () => {
    const limiter = startLimiter()
    for (let call = 0; call < 300; call += 1) {
      limiter.pass(1.7)
      const { retryAfter } = await callUntilRefused(limiter, grace)
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
      limiter.pass(Number(retryAfter))
      expect(await limiter.take(grace, 1)).toMatchObject({ allowed: true })
    }
  })

  test('of two windows that refuse, the burst is named when it frees last', async () => {
    const limiter = startLimiter({ quotas: { ...documented, free: { hour: 20, burst: 10 } } })
    await limiter.take(grace, 10)
    limiter.pass(3590)
    await limiter.take(grace, 10)
    expect(refusalIn(await limiter.take(grace, 1))).toMatchObject({
      details: { limit: 10, windowSeconds: 60, retryAfterSeconds: 60 },
      retryAfter: '60',
    })
  })

  test('of two windows that refuse, the hour is named when it frees last', async () => {
    const limiter = startLimiter({ quotas: { ...documented, free: { hour: 10, burst: 10 } } })
    expect(await callUntilRefused(limiter, grace)).toMatchObject({
      passed: 10,
      details: { limit: 10, windowSeconds: 3600, retryAfterSeconds: 3600 },
    })
  })

  test('a refused call starts no window', async () => {
    const limiter = startLimiter({ quotas: { ...documented, free: { hour: 10, burst: 10 } } })
    await limiter.take(grace, 10)
    limiter.pass(3590)
    expect(await limiter.take(grace, 1)).toMatchObject({
      allowed: false,
      headers: { RateLimit: '"hour";r=0;t=10, "burst";r=10;t=60' },
    })
    limiter.pass(10)
    const { headers } = await limiter.take(grace, 1)
    expect(headers['RateLimit']).toBe('"hour";r=9;t=3600, "burst";r=9;t=60')
  })

  test('a refused call uses nothing', async () => {
    const limiter = startLimiter()
    await limiter.take(grace, 8)
    expect(await limiter.take(grace, 3)).toMatchObject({ allowed: false })
    expect(await limiter.take(grace, 2)).toMatchObject({ allowed: true })
    for (let call = 0; call < 500; call += 1) await limiter.take(grace, 1)
    limiter.pass(60)
    const { headers } = await limiter.take(grace, 10)
    expect(headers['RateLimit']).toBe('"hour";r=80;t=3540, "burst";r=0;t=60')
  })

  test('of a request that is refused for the rest of its cost, the first unit stays counted', async () => {
    const limiter = startLimiter()
    await limiter.take(grace, 7)
    await limiter.take(grace, 1)
    expect(refusalIn(await limiter.take(grace, 4, 1))).toMatchObject({ retryAfter: '60' })
    expect(await callUntilRefused(limiter, grace)).toMatchObject({ passed: 2 })
  })

  test('a refusal names the later window if a repetition does not fit it', async () => {
    const limiter = startLimiter({ quotas: { ...documented, free: { hour: 12, burst: 10 } } })
    await limiter.take(grace, 9)
    await limiter.take(grace, 1)
    // The hour has room for the rest, but not for the whole request.
    expect(refusalIn(await limiter.take(grace, 3, 1))).toMatchObject({
      details: { limit: 12, windowSeconds: 3600, retryAfterSeconds: 3600 },
    })
  })

  test('the rest of a request that costs more than the limit is refused with its whole cost', async () => {
    const limiter = startLimiter()
    await limiter.take(grace, 1)
    expect(refusalIn(await limiter.take(grace, 11, 1))).toMatchObject({
      message: 'The tier free may use 10 units in 60 s; this request is larger: it costs 11.',
    })
  })

  test('a request larger than the limit is refused with that reason, however long it waits', async () => {
    const limiter = startLimiter()
    expect(refusalIn(await limiter.take(grace, 11))).toEqual({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { tier: 'free', limit: 10, windowSeconds: 60, retryAfterSeconds: 60 },
      message: 'The tier free may use 10 units in 60 s; this request is larger: it costs 11.',
      retryAfter: '60',
    })
    expect(await callUntilRefused(limiter, grace)).toMatchObject({ passed: 10 })
  })
})

describe('the headers', () => {
  test('the headers of a response have the quotas and the remaining units', async () => {
    const limiter = startLimiter()
    await limiter.take(ada, 1)
    limiter.pass(12.5)
    expect(await limiter.take(ada, 3)).toEqual({
      allowed: true,
      headers: {
        'RateLimit-Policy': '"hour";q=1000;w=3600, "burst";q=100;w=60',
        RateLimit: '"hour";r=996;t=3588, "burst";r=96;t=48',
      },
    })
  })

  test('the headers of a refusal say when to retry', async () => {
    const limiter = startLimiter()
    await callUntilRefused(limiter, grace)
    limiter.pass(59.2)
    const { headers } = await limiter.take(grace, 1)
    expect(headers).toEqual({
      'RateLimit-Policy': '"hour";q=100;w=3600, "burst";q=10;w=60',
      RateLimit: '"hour";r=90;t=3541, "burst";r=0;t=1',
      'Retry-After': '1',
    })
  })
})

describe('a failing store', () => {
  const away = new Error('connection refused')
  const rejecting: RateLimitStore = { consume: async () => Promise.reject(away) }
  const throwing: RateLimitStore = {
    consume: () => {
      throw away
    },
  }

  test.each([
    ['rejects', rejecting],
    ['throws', throwing],
  ])('a store that %s lets the call pass and is reported', async (_, store) => {
    const limiter = startLimiter({ store })
    expect(await limiter.take(ada, 1)).toEqual({
      allowed: true,
      headers: { 'RateLimit-Policy': '"hour";q=1000;w=3600, "burst";q=100;w=60' },
    })
    expect(limiter.failures).toEqual([away])
  })
})

describe('the memory of the store', () => {
  const now = Date.UTC(2026, 0, 1)

  test('a refused caller stays counted while they keep calling', async () => {
    const store = createMemoryStore({ maxKeys: 10 })
    await store.consume('grace', 10, documented.free, now)
    for (let n = 0; n < 100; n += 1) {
      await store.consume(`free:${n}`, 1, documented.free, now)
      expect(await store.consume('grace', 1, documented.free, now)).toMatchObject({
        allowed: false,
      })
    }
  })

  test('a caller whose only call was refused is not stored', async () => {
    const store = createMemoryStore()
    await store.consume('grace', 11, documented.free, now)
    expect(store.size).toBe(0)
  })
})

describe('the network address that is counted', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8::2:0:0:0:1', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['203.0.113.9, 198.51.100.1', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ])('a call from %s is counted for %s', (address, principal) => {
    expect(addressPrincipal(address)).toBe(principal)
  })

  test.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['', 'unknown'],
  ])('the site of %s is %s', (address, site) => {
    expect(addressSite(address)).toBe(site)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1::/48'],
  ['', 'unknown'],
])('the network of %s in queues is %s', (address, network) => {
  expect(addressNetwork(address)).toBe(network)
})

describe('the setting', () => {
  test('a quota is hour:burst or off', () => {
    expect(parseQuota('100:10')).toEqual({ hour: 100, burst: 10 })
    expect(parseQuota('off')).toBe('off')
  })

  test.each(
    ['', '100', '100:', ':10', '0:10', '100:0', '-1:10', '1.5:1', '1e3:1', 'a:b', '1:2:3'].concat([
      '100:10 ',
      '0x10:1',
      'OFF',
      '100,10',
      '9999999999:1',
      '100:10\n',
    ]),
  )('%j is refused with a sentence', (text) => {
    expect(() => parseQuota(text)).toThrow(
      `"${text}" is not a rate limit: write hour:burst, such as 100:10, or off.`,
    )
  })
})
