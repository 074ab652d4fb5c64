// Every administrative call checks whether the caller is an administrator, whatever the token says.
import { beforeAll, describe, expect, test } from 'vitest'
import { addClient } from '#test/grant-story.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { Client, IdentityTables } from '../subgraphs/identity/tables.ts'

const CALLS = [
  ['learn', 'mutation ($input: AddCourseInput!) { addCourse(input: $input) { id } }'],
  ['market', 'mutation ($input: MintAssetInput!) { mintAsset(input: $input) { id } }'],
  ['realm', 'mutation ($input: AddRealmInput!) { addRealm(input: $input) { id } }'],
] as const
type Service = (typeof CALLS)[number][0]

const corner = (at: number) => ({ x: at, y: at, z: at })
const INPUTS = {
  learn: { title: 'Tides', description: 'When.', lessons: 1, duration: 'a moon', skillPoints: 1 },
  market: { name: 'Lens', description: 'Of glass.', kind: 'relic' },
  realm: { name: 'Orchard', description: 'Trees.', bounds: { min: corner(0), max: corner(9) } },
}

const system = testSystem({ topology: 'over HTTP' })
let ada: Person
beforeAll(async () => {
  ada = await system.join('ada')
})

const setRole = (role: 'admin' | 'member') =>
  system
    .tables<IdentityTables>('identity')
    .updateTable('identities')
    .set({ role })
    .where('id', '=', ada.id)
    .execute()
const setClient = (id: string, change: Partial<Client>) =>
  system
    .tables<IdentityTables>('identity')
    .updateTable('clients')
    .set(change)
    .where('id', '=', id)
    .execute()

/** The only error of the call, or undefined. */
async function outcome(service: Service, query: string, token: string, at: string = service) {
  const owner = service === 'market' ? { ownerId: ada.id } : {}
  const variables = { input: { ...INPUTS[service], ...owner } }
  const { body } = await system.graphql(query, { token, variables, at })
  return body.errors?.[0].extensions as unknown
}

const REFUSED = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'role' } }

describe.each(CALLS)('%s', (service, query) => {
  test('a person with the scope may call it while they are an administrator', async () => {
    const token = await ada.token({ scope: 'identity admin' })
    for (const at of [service, 'router']) {
      await setRole('admin')
      expect(await outcome(service, query, token, at)).toBeUndefined()
      await setRole('member')
      expect(await outcome(service, query, token, at)).toEqual(REFUSED)
    }
  })

  test('an administrator without the scope may not call it', async () => {
    await setRole('admin')
    expect(await outcome(service, query, await ada.token())).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'admin' },
    })
    await setRole('member')
  })

  test('a client without a person may call it while the client may have the scope', async () => {
    const subject = await addClient(system, `${service}-client`, { scopes: ['identity', 'admin'] })
    const token = await ada.token({ subject, clientId: subject, scope: 'identity admin' })
    const become = async (change: Partial<Client>) => {
      await setClient(subject, change)
      return outcome(service, query, token)
    }
    expect(await become({ disabledAt: null })).toBeUndefined()
    expect(await become({ disabledAt: new Date() })).toEqual(REFUSED)
    expect(await become({ disabledAt: null })).toBeUndefined()
    expect(await become({ scopes: ['identity'] })).toEqual(REFUSED)
  })
})

test('with Identity away, nobody is an administrator, and the refusal asks for a retry', async () => {
  await setRole('admin')
  const token = await ada.token({ scope: 'identity admin' })
  for (const [service] of CALLS) {
    await system.graphql('{ __typename }', { token, at: service })
  }
  await system.stopService('identity')
  for (const [service, query] of CALLS) {
    expect(await outcome(service, query, token)).toMatchObject({
      code: 'INTERNAL_ERROR',
      details: { service: 'identity', retry: true },
    })
  }
})
