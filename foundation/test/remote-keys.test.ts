// The ID service's public keys: when they are fetched, and how long they are kept.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JSONWebKeySet } from 'jose'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRemoteKeys } from '#foundation/auth/remote-keys.ts'
import { createTokenVerifier } from '#foundation/auth/viewer.ts'
import { isReported } from '#foundation/domain/errors.ts'
import { fetchKeySet } from '#foundation/peers/key-set.ts'
import { freePorts } from '#test/ports.ts'
import {
  AUDIENCE,
  createSigner,
  ISSUER,
  NOON,
  noneRevoked,
  signToken,
  type Signer,
} from '#test/token.ts'

let first: Signer
let second: Signer
beforeAll(async () => {
  first = await createSigner('key-1')
  second = await createSigner('key-2')
})

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A publisher of keys, and a service that verifies tokens by them, on one clock. */
function startPublisher(...signers: Signer[]) {
  let time = NOON * 1000
  let held: PromiseWithResolvers<void> | undefined
  const publisher = {
    keys: signers.map(({ jwk }) => jwk),
    away: false,
    fetched: 0,
    lines: [] as unknown[],
    pass: (ms: number) => void (time += ms),
    /** Delays further fetches until the returned function is called. */
    hold() {
      held = Promise.withResolvers()
      return held.resolve
    },
  }
  const fetchKeys = async (): Promise<JSONWebKeySet> => {
    publisher.fetched += 1
    await held?.promise
    if (publisher.away) throw new Error('The ID service is away.')
    return { keys: publisher.keys }
  }
  const now = () => new Date(time)
  const log = pino({}, { write: (line: string) => void publisher.lines.push(JSON.parse(line)) })
  const keys = createRemoteKeys(fetchKeys, { log, now })
  const tokenBy = (signer: Signer, seconds = 60) =>
    signToken(signer, { jti: crypto.randomUUID(), exp: time / 1000 + seconds })
  // A verifier for each token, because verifiers cache tokens.
  const verifier = () =>
    createTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys,
      revokedGrants: noneRevoked,
      now,
    })
  const verify = async (signer: Signer) => verifier()(await tokenBy(signer))
  return { ...publisher, publisher, keys, tokenBy, verifier, verify }
}

const ADA = { identityId: 'identity_ada' }
const INVALID = { extensions: { code: 'INVALID_TOKEN', details: { reason: 'invalid' } } }
const AWAY = {
  extensions: { code: 'INTERNAL_ERROR', details: { service: 'identity', retry: true } },
}

describe('the keys', () => {
  test('keys are fetched for the first token, and not again for the next', async () => {
    const { publisher, verify } = startPublisher(first, second)
    expect(publisher.fetched).toBe(0)
    for (const signer of [first, second, first]) expect(await verify(signer)).toMatchObject(ADA)
    expect(publisher.fetched).toBe(1)
  })

  test('keys are fetched once for concurrent first requests', async () => {
    const { publisher, verify } = startPublisher(first)
    await Promise.all(Array.from({ length: 20 }, () => verify(first)))
    expect(publisher.fetched).toBe(1)
  })

  test('keys are fetched again after five minutes, while the known ones are used', async () => {
    const { publisher, verify, pass, hold } = startPublisher(first)
    await verify(first)
    pass(5 * MINUTE)
    await verify(first)
    expect(publisher.fetched).toBe(1)
    pass(1)
    publisher.keys = [second.jwk]
    const release = hold()
    expect(await verify(first)).toMatchObject(ADA)
    expect(await verify(first)).toMatchObject(ADA)
    expect(publisher.fetched).toBe(2)
    release()
    await expect.poll(() => verify(first).catch(() => 'refused')).toBe('refused')
    expect(await verify(second)).toMatchObject(ADA)
    expect(publisher.fetched).toBe(2)
  })
})

describe('a process that polls the keys', () => {
  test('a process polls at each round until it has keys, and then every five minutes', async () => {
    const { publisher, keys, pass } = startPublisher(first)
    publisher.away = true
    for (const fetched of [1, 2, 3]) {
      await expect(keys.keepFresh()).rejects.toSatisfy(isReported)
      expect(publisher.fetched).toBe(fetched)
      pass(5 * SECOND)
    }
    publisher.away = false
    await keys.keepFresh()
    pass(5 * MINUTE)
    await keys.keepFresh()
    expect(publisher.fetched).toBe(4)
    pass(1)
    await keys.keepFresh()
    expect(publisher.fetched).toBe(5)
  })

  test('keys are kept for a day after the last good response, even without calls', async () => {
    const { publisher, keys, pass, verify } = startPublisher(first)
    for (let hour = 0; hour < 48; hour += 1) {
      await keys.keepFresh()
      pass(HOUR)
    }
    publisher.away = true
    pass(22 * HOUR)
    await expect(keys.keepFresh()).rejects.toSatisfy(isReported)
    expect(await verify(first)).toMatchObject(ADA)
  })
})

describe('a token of an unknown key', () => {
  test('an unknown key triggers a fetch, and its token is valid if the key is there now', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    await verify(first)
    publisher.keys = [second.jwk, first.jwk]
    pass(30 * SECOND)
    expect(await verify(second)).toMatchObject(ADA)
    expect(publisher.fetched).toBe(2)
  })

  test('unknown keys trigger a fetch at most every 30 seconds', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    for (const fetched of [1, 1, 1, 2, 2, 2, 3]) {
      await expect(verify(second)).rejects.toMatchObject(INVALID)
      expect(publisher.fetched).toBe(fetched)
      pass(10 * SECOND)
    }
  })

  test('a thousand tokens of unknown keys trigger one fetch', async () => {
    const { publisher, verify, pass, keys } = startPublisher(first)
    await verify(first)
    const flood = () =>
      Array.from({ length: 1_000 }, async () => {
        const header = { alg: 'ES256', kid: crypto.randomUUID() }
        const token = { payload: '', signature: '' }
        await expect(keys.find(header, token)).rejects.toThrow('no applicable key')
      })
    await Promise.all(flood())
    expect(publisher.fetched).toBe(1)
    pass(30 * SECOND)
    await Promise.all(flood())
    expect(publisher.fetched).toBe(2)
  })

  test('a token of an unknown key waits for a fetch under way', async () => {
    const { publisher, verify, pass, hold } = startPublisher(first)
    await verify(first)
    publisher.keys = [second.jwk, first.jwk]
    pass(30 * SECOND)
    const release = hold()
    const both = [verify(second), verify(second)]
    await expect.poll(() => publisher.fetched).toBe(2)
    both.push(verify(second))
    release()
    expect(await Promise.all(both)).toMatchObject([ADA, ADA, ADA])
    expect(publisher.fetched).toBe(2)
  })

  test('a token of an unknown key is refused during an outage, and others are not', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    await verify(first)
    publisher.away = true
    pass(MINUTE)
    await expect(verify(second)).rejects.toMatchObject(INVALID)
    expect(await verify(first)).toMatchObject(ADA)
  })
})

test('a valid token is refused once its key is withdrawn', async () => {
  const { publisher, tokenBy, verifier, pass } = startPublisher(first)
  const verify = verifier()
  const token = await tokenBy(first, 3600)
  await verify(token)
  publisher.keys = [second.jwk]
  pass(5 * MINUTE + 1)
  await verify(token)
  const outcome = async () => verify(token)
  await expect.poll(() => outcome().catch(() => 'refused')).toBe('refused')
  expect(publisher.fetched).toBe(2)
})

describe('while the ID service is away', () => {
  test('the last good keys serve for 24 hours, and no longer', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    await verify(first)
    publisher.away = true
    for (let hour = 1; hour <= 24; hour += 1) {
      pass(HOUR)
      expect(await verify(first)).toMatchObject(ADA)
    }
    pass(1)
    await expect(verify(first)).rejects.toMatchObject(AWAY)
    publisher.away = false
    expect(await verify(first)).toMatchObject(ADA)
  })

  test('the reason why keys cannot be fetched is logged once', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    publisher.away = true
    for (let round = 0; round < 3; round += 1) {
      await expect(verify(first)).rejects.toMatchObject(AWAY)
      pass(MINUTE)
    }
    expect(publisher.lines).toMatchObject([{ level: 40, reason: 'The ID service is away.' }])
  })

  test('keys are requested at most every 30 seconds', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    await verify(first)
    publisher.away = true
    pass(10 * MINUTE)
    for (const fetched of [2, 2, 2, 3, 3, 3, 4]) {
      await verify(first)
      expect(publisher.fetched).toBe(fetched)
      pass(10 * SECOND)
    }
  })

  test('a response that is no key set changes nothing', async () => {
    const { publisher, verify, pass } = startPublisher(first)
    await verify(first)
    publisher.keys = 'Bad Gateway' as never
    pass(6 * MINUTE)
    await verify(first)
    await expect.poll(() => publisher.fetched).toBe(2)
    expect(await verify(first)).toMatchObject(ADA)
  })
})

test('the key set is fetched from where the issuer publishes it', async () => {
  const server = createServer((req, res) => {
    if (req.url!.startsWith('/hung')) return
    if (req.url !== '/.well-known/jwks.json') {
      res.statusCode = req.url!.startsWith('/page') ? 200 : 503
      res.setHeader('Content-Type', 'text/html; charset=utf-8')
      res.end('<h1>Service Unavailable</h1>')
      return
    }
    res.end(JSON.stringify({ keys: [first.jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await fetchKeySet(issuer)).toEqual({ keys: [first.jwk] })
  const other = `${issuer}/other/.well-known/jwks.json`
  await expect(fetchKeySet(`${issuer}/other`)).rejects.toThrow(`${other}: 503 text/html`)
  await expect(fetchKeySet(`${issuer}/page`)).rejects.toThrow('jwks.json: 200 text/html')
  await expect(fetchKeySet(`${issuer}/hung`, 50)).rejects.toThrow(
    `${issuer}/hung/.well-known/jwks.json: no response within 50 ms`,
  )
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const [port] = await freePorts(1)
  await expect(fetchKeySet(`http://127.0.0.1:${port}`)).rejects.toThrow(
    `http://127.0.0.1:${port}/.well-known/jwks.json: connection refused`,
  )
})
