// Every service refuses a revoked grant within ten seconds, in one process and over HTTP.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClient, addGrant, endGrant } from '#test/grant-story.ts'
import { TIMEOUT } from '#test/process.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../subgraphs/index.ts'

const NAMES = ['router', ...subgraphs.map(({ name }) => name)]
const REVOKED = {
  status: 401,
  body: {
    errors: [{ extensions: { code: 'INVALID_TOKEN', details: { reason: 'revoked' } } }],
  },
}
const WITHIN = { ...TIMEOUT, interval: 200 }

describe.each(['one process', 'over HTTP'] as const)('%s', (topology) => {
  let system: TestSystem
  let ada: Person
  beforeAll(async () => {
    system = await startTestSystem({ topology })
    ada = await system.join('ada')
    await addClient(system, 'test-client')
  })
  afterAll(() => system.stop())

  const ask = (at: string, token: string) => system.graphql('{ __typename }', { at, token })
  const statuses = (token: string, names = NAMES) =>
    Promise.all(names.map(async (name) => (await ask(name, token)).status))

  test('tokens of a revoked grant are refused everywhere, also known ones, and no others', async () => {
    const grantId = await addGrant(system)
    const token = await ada.token({ grantId })
    const another = await ada.token({ grantId: await addGrant(system) })
    expect(await statuses(token)).toEqual(NAMES.map(() => 200))
    await endGrant(system, grantId)
    await expect.poll(() => statuses(token), WITHIN).toEqual(NAMES.map(() => 401))
    const unseen = await ada.token({ grantId })
    for (const name of NAMES) {
      expect(await ask(name, unseen), name).toMatchObject(REVOKED)
    }
    expect(await statuses(another)).toEqual(NAMES.map(() => 200))
    const rest = await system.fetch(`${system.address('path')}/api/quests`, { token })
    expect(rest).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_TOKEN', details: { reason: 'revoked' } } },
    })
    expect(rest.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  test('a request whose body arrives after the revocation of its token is refused (attack)', async () => {
    const grantId = await addGrant(system)
    const token = await ada.token({ grantId })
    const rename = 'mutation { updateProfile(input: { displayName: "Too late" }) { displayName } }'
    const scroll = { title: 'T', content: 'C', visibility: 'public' }
    const bodies = [
      ...['router', 'identity'].map((name) =>
        beginPost(`${system.address(name)}/graphql`, token, { query: rename }),
      ),
      beginPost(`${system.address('scroll')}/api/scrolls`, token, scroll),
    ]
    await endGrant(system, grantId)
    await expect.poll(() => statuses(token), WITHIN).toEqual(NAMES.map(() => 401))
    for (const finish of bodies) {
      const { status, body } = await finish()
      expect(body).toContain('"reason":"revoked"')
      expect(status).toBe(401)
    }
  })
})

/** Sends all but the last byte of the body, which `finish` sends. */
function beginPost(url: string, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const json = Buffer.from(JSON.stringify(body))
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': json.length },
  })
  sent.write(json.subarray(0, -1))
  return async () => {
    sent.end(json.subarray(-1))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode, body: await text(response) }
  }
}

test('with Identity away, known revoked grants stay refused and others stay valid', async () => {
  const system = await startTestSystem({ topology: 'over HTTP' })
  try {
    const ada = await system.join('ada')
    await addClient(system, 'test-client')
    const [ended, goingOn] = [await addGrant(system), await addGrant(system)]
    const [token, another] = [
      await ada.token({ grantId: ended }),
      await ada.token({ grantId: goingOn }),
    ]
    const statusAt = async (sent: string) =>
      (await system.graphql('{ __typename }', { at: 'path', token: sent })).status
    expect(await statusAt(another)).toBe(200)
    await endGrant(system, ended)
    await expect.poll(() => statusAt(token), WITHIN).toBe(401)
    await system.stopService('identity')
    const age = async () => {
      const { body } = await system.fetch(`${system.address('path')}/metrics`)
      return Number(/^ended_grants_age_seconds{.*} (.*)$/m.exec(body as string)?.[1])
    }
    await expect.poll(age, WITHIN).toBeGreaterThan(6)
    expect(await statusAt(token)).toBe(401)
    expect(await statusAt(another)).toBe(200)
  } finally {
    await system.stop()
  }
})
