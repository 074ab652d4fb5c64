// The published keys: public members alone, and no way to make every service ask for them all the time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { createSigner, signToken } from '#test/token.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const NAMES = ['router', ...subgraphs.map(({ name }) => name)]

let system: TestSystem
let ada: Person
beforeAll(async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  ada = await system.join('ada')
})
afterAll(() => system.stop())

test('54 · the key set has public members alone, and may be kept (RFC 7517)', async () => {
  const { body, headers, status } = await system.fetch(
    `${system.address('identity')}/.well-known/jwks.json`,
  )
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  expect(Object.keys(body)).toEqual(['keys'])
  expect(body.keys.length).toBeGreaterThan(0)
  for (const key of body.keys) {
    const text = expect.stringMatching(/^[\w-]+$/) as string
    expect(key).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: text,
      y: text,
      kid: text,
      alg: 'ES256',
      use: 'sig',
    })
  }
  const secrets = system.keys.map(({ d }) => d!)
  for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
})

test('52 · 200 tokens with random kids cost each service one look at the keys at most (rotation)', async () => {
  const token = await ada.token()
  await Promise.all(NAMES.map((at) => system.graphql('{ __typename }', { at, token })))
  const before = await keySetsFetched()
  const stranger = await createSigner('stranger')
  for (let turn = 0; turn < 200; turn += 20) {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => signToken(stranger, {}, { kid: crypto.randomUUID() })),
    )
    const asked = tokens.flatMap((token) => NAMES.map((at) => ({ at, token })))
    const answers = await Promise.all(asked.map((ask) => system.graphql('{ __typename }', ask)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  }
  expect((await keySetsFetched()) - before).toBeLessThanOrEqual(NAMES.length)
})

/** How often Identity was asked for its keys, as it counts itself. */
async function keySetsFetched(): Promise<number> {
  const { body } = await system.fetch(`${system.address('identity')}/metrics`)
  const lines = (body as string).split('\n').filter((line) => line.includes('jwks.json'))
  const counted = lines.find((line) => /_count\{/.test(line))
  return Number(/ (\d+)$/.exec(counted ?? ' 0')![1])
}
