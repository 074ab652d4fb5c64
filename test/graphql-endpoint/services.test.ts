// Fields and limits that are for services alone, at the /graphql of a service.
import { beforeAll, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { scrape } from '#test/scrape.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ topology: 'Identity alone' })
let token: string
beforeAll(async () => {
  token = await (await system.join('ada')).token()
})

const GRANT = `mutation Grant($input: GrantXpInput!) { grantXp(input: $input) { xp } }`
const variables = { input: { key: 'k', identityId: 'identity_unknown', amount: 1 } }
const serviceToken = (audience: string, secret = system.config.serviceSecrets!) =>
  createServiceTokens(secret, 'path', () => new Date()).mint(audience)
const grant = async (sent?: string) => {
  const headers = sent === undefined ? {} : { [SERVICE_TOKEN_HEADER]: sent }
  return system.graphql(GRANT, { at: 'identity', variables, token, headers })
}

test('A person may not query a field for services', async () => {
  const { body } = await grant()
  expect(body.errors[0].extensions).toEqual({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { reason: 'service_token' },
  })
})

const failures = async () => {
  const { value } = await scrape(system.address('identity'))
  return value('http_request_duration_seconds_count', { status: '500' })
}

test('A service token for another service, or from a stranger, is refused, which wakes no operator', async () => {
  const before = await failures()
  const stranger = await serviceToken('identity', ['a secret that nobody has ever agreed upon'])
  for (const sent of [await serviceToken('path'), stranger, 'x.y.z']) {
    const { status, body } = await grant(sent)
    expect(status).toBe(500)
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INTERNAL_ERROR',
      details: { reason: 'service_token', fault: 'secret', retry: true },
    })
  }
  await grant()
  expect(await failures()).toBe(before)
})

test('A service token for that service is accepted', async () => {
  const { body } = await grant(await serviceToken('identity'))
  expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
})

test('A document that is larger than one of a client is refused to anybody but the router', async () => {
  const representations = Array.from({ length: 1_600 }, (_value, n) => ({
    __typename: 'Identity',
    id: `identity_${String(n).padStart(40, '0')}`,
  }))
  const query = `query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Identity { displayName } } }`
  const send = (headers: object) =>
    system.graphql(query, { at: 'identity', token, headers, variables: { representations } })
  const { status, body } = await send({})
  expect(status).toBe(400)
  expect(body.errors[0].extensions.details).toMatchObject({ field: 'body' })
  const forged = await send({ [SERVICE_TOKEN_HEADER]: 'x.y.z' })
  expect(forged.status).toBe(500)
})
