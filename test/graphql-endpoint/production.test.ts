// In production, nobody but services reads the schema, and no response has a plan.
import { expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { testSystem } from '#test/system.ts'
import { askForPlan } from './plan.ts'

const production = testSystem({ settings: { NODE_ENV: 'production' } })

const NO_INTROSPECTION =
  'Introspection is turned off in production. Read the SDL instead: schema/api.graphql, or subgraphs/<service>/schema.graphql for one service.'
const refused = { code: 'VALIDATION_ERROR', details: { field: 'query' } }

test.each(['router', 'path'])(
  'In production, introspection and SDL are refused at the %s',
  async (at) => {
    const ada = await (await production.join(`ada_${at}`)).token()
    for (const query of ['{ __schema { types { name } } }', '{ _service { sdl } }']) {
      const { status, body } = await production.graphql(query, { at, token: ada })
      expect(status, query).toBe(400)
      expect(body.errors[0].extensions, query).toMatchObject(refused)
      const isIntrospection = query.includes('__schema')
      if (isIntrospection) expect(body.errors[0].message).toBe(NO_INTROSPECTION)
    }
    const { body } = await production.graphql('{ questz { totalCount } }', { at, token: ada })
    expect(body.errors[0].message).not.toContain('quests')
    const { status } = await production.graphql('{ quests { totalCount } }', { at, token: ada })
    expect(status).toBe(200)
  },
)

test('In production, a request for the plan has the same response as one without', async () => {
  const ada = await (await production.join('ada_plan')).token()
  const { body } = await askForPlan(production, ada)
  expect(body).toEqual({ data: { me: { username: 'ada_plan', completedQuests: { nodes: [] } } } })
})

test('In production, a service may read the schema', async () => {
  const secret = production.config.serviceSecrets!
  const proof = await createServiceTokens(secret, 'router', () => new Date()).mint('path')
  const headers = { [SERVICE_TOKEN_HEADER]: proof }
  const { body } = await production.graphql('{ _service { sdl } }', { at: 'path', headers })
  expect(body.data._service.sdl).toContain('type Quest')
})
