// The header Idempotency-Key over REST and GraphQL, at the router and at services, in one process and in several.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addListing, giveGold } from '#test/market-story.ts'
import { addCourse, addQuest } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem, type Topology } from '#test/system.ts'
import { documentId, readClients } from '../../router/clients.ts'

const PURCHASE = `mutation ($id: ID!) { purchaseListing(listingId: $id) { goldBalance asset { owner { username } } } }`
const [client] = readClients(new URL('../../schema/clients/', import.meta.url))
const registered = client!.operations.find(({ type }) => type === 'query')!
const BAD_KEY = {
  code: 'VALIDATION_ERROR',
  message: 'Idempotency-Key: must be 1 to 200 printable ASCII characters',
  details: { field: 'Idempotency-Key', reason: 'must be 1 to 200 printable ASCII characters' },
}

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  let system: TestSystem
  let ada: Person
  let grace: Person
  let key: string
  beforeAll(async () => {
    system = await startTestSystem({ topology })
  })
  afterAll(() => system.stop())
  beforeEach(async () => {
    ada = await system.join(`a${crypto.randomUUID().slice(0, 8)}`)
    grace = await system.join(`g${crypto.randomUUID().slice(0, 8)}`)
    await giveGold(system, ada, 100)
    key = crypto.randomUUID()
  })

  const post = async (service: string, path: string, headers: object, sent: object = {}) =>
    system.fetch(`${system.address(service)}${path}`, {
      method: 'POST',
      token: await ada.token(),
      headers: headers as Record<string, string>,
      ...sent,
    })
  const ask = async (query: string, variables: object, at = 'router', sent = key) =>
    system.graphql(query, {
      at,
      variables,
      token: await ada.token(),
      headers: { 'idempotency-key': sent },
    })
  const goldOf = async () => {
    const { body } = await system.graphql('{ me { gold } }', { token: await ada.token() })
    return body.data.me.gold as number
  }

  test('a REST path repeats the first response and its status', async () => {
    const path = `/api/courses/${await addCourse(system)}/enroll`
    const first = await post('learn', path, { 'idempotency-key': key })
    expect(first.status).toBe(201)
    const again = await post('learn', path, { 'Idempotency-Key': `"${key}"` })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await post('learn', path, {})).status).toBe(200)
  })

  test('one mutation of several services runs once at each', async () => {
    const [a, b] = [await addListing(system, grace, 10), await addListing(system, grace, 20)]
    const course = await addCourse(system)
    const query = `mutation ($a: ID!, $b: ID!, $course: ID!) {
      purchaseListing(listingId: $a) { goldBalance }
      enroll(courseId: $course) { created }
      second: purchaseListing(listingId: $b) { goldBalance }
    }`
    const first = await ask(query, { a, b, course })
    expect(first.body).toEqual({
      data: {
        purchaseListing: { goldBalance: 90 },
        enroll: { created: true },
        second: { goldBalance: 70 },
      },
    })
    expect((await ask(query, { a, b, course })).body).toEqual(first.body)
    expect(await goldOf()).toBe(70)
  })

  test('a document by its hash is the same request as its text', async () => {
    const variables = { id: await addListing(system, grace) }
    const extensions = { persistedQuery: { version: 1, sha256Hash: documentId(PURCHASE) } }
    const send = (sent: object) =>
      post(
        'router',
        '/graphql',
        { 'content-type': 'application/json', 'idempotency-key': key },
        { body: JSON.stringify({ ...sent, variables }) },
      )
    const first = await send({ query: PURCHASE, extensions })
    expect(first.body.errors).toBeUndefined()
    for (const sent of [{ extensions }, { query: PURCHASE }]) {
      expect((await send(sent)).body).toEqual(first.body)
    }
    expect(await goldOf()).toBe(70)
  })

  test('a registered document that reads ignores the header', async () => {
    const sent = { body: JSON.stringify({ documentId: registered.id }) }
    const read = async () =>
      post(
        'router',
        '/graphql',
        { 'content-type': 'application/json', 'idempotency-key': '"' },
        sent,
      )
    const before = await read()
    expect(before.body).toMatchObject({ data: { me: { displayName: expect.any(String) } } })
    await system.graphql('mutation { updateProfile(input: { displayName: "Renamed" }) { id } }', {
      token: await ada.token(),
    })
    expect((await read()).body).toMatchObject({ data: { me: { displayName: 'Renamed' } } })
  })

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(201)],
    ['not ASCII', 'clé'],
    ['empty in quotation marks', '""'],
    ['without its last quotation mark', '"abc'],
  ])('a key that is %s is refused', async (_title, bad) => {
    const path = `/api/quests/${await addQuest(system)}/complete`
    const rest = await post('path', path, { 'idempotency-key': bad })
    expect([rest.status, rest.body.error]).toEqual([400, BAD_KEY])
    const { status, body } = await ask(
      'mutation { closeRole(roleId: "x") { id } }',
      {},
      'router',
      bad,
    )
    expect([status, body.errors[0].extensions.details]).toEqual([400, BAD_KEY.details])
  })

  test('a key may have 200 characters, with spaces and escapes', async () => {
    const path = `/api/courses/${await addCourse(system)}/enroll`
    for (const good of [
      'k'.repeat(200),
      `"${'k'.repeat(199)}\\""`,
      'a b',
      '8e03978e-40d5-43dd-bc93-6894a57f9324',
    ]) {
      expect((await post('learn', path, { 'idempotency-key': good })).status).toBeLessThan(300)
    }
  })

  test('queries and OAuth ignore the header', async () => {
    const token = await ada.token()
    const headers = { 'idempotency-key': '' }
    const { body } = await system.graphql('{ me { username } }', { token, headers })
    expect(body).toEqual({ data: { me: { username: ada.username } } })
    const listed = await system.fetch(`${system.address('path')}/api/quests`, { token, headers })
    expect(listed.status).toBe(200)
    const sent = {
      body: JSON.stringify({
        grant_type: 'refresh_token',
        refresh_token: 'x',
        client_id: 'nobody',
      }),
    }
    const oauth = await post(
      'identity',
      '/api/oauth/token',
      { ...headers, 'content-type': 'application/json' },
      sent,
    )
    expect(oauth.body.error).toBe('invalid_client')
  })
})
