// Scripts of registered public clients may call every service, and never with cookies (CORS).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableClient } from '../../subgraphs/identity/domain/clients/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { registerApp } from '#test/oauth.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

const NAMES = ['router', ...subgraphs.map(({ name }) => name)]

let system: TestSystem
beforeAll(async () => {
  // As in production: the settings allow no loopback origin.
  const settings = { CORS_ORIGINS: 'capacitor://localhost' }
  system = await startTestSystem({ topology: 'over HTTP', settings })
})
afterAll(() => system.stop())

/** The servers that admit scripts of that origin, both in a call and in its preflight. */
async function admittedBy(origin: string): Promise<string[]> {
  const admits = await Promise.all(
    NAMES.map(async (name) => {
      const url = `${system.address(name)}/graphql`
      const headers = { origin, 'access-control-request-method': 'POST' }
      const responses = [
        await system.fetch(url, { method: 'OPTIONS', headers }),
        await system.fetch(url, { method: 'POST', headers: { origin } }),
      ]
      for (const response of responses)
        expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      return responses.every((each) => each.headers.get('access-control-allow-origin') === origin)
    }),
  )
  return NAMES.filter((_name, at) => admits[at])
}

const eventually = (origin: string) => expect.poll(() => admittedBy(origin), { interval: 500 })

test('every server admits a public client once it is registered, and no more once it is disabled', async () => {
  expect(await admittedBy('https://spa.example')).toEqual([])
  const redirectUris = ['https://spa.example/callback', 'http://localhost:5173/callback']
  const { id } = await registerApp(system, { redirectUris })
  await eventually('https://spa.example').toEqual(NAMES)
  await eventually('http://localhost:5173').toEqual(NAMES)
  for (const other of [
    'https://spa.example:8443',
    'http://spa.example',
    'https://spa.example.evil.example',
    'https://evil-spa.example',
    'http://localhost:5174',
    'null',
  ])
    expect(await admittedBy(other), other).toEqual([])
  await disableClient(asCommand(system.tables<IdentityTables>('identity')), id)
  await eventually('https://spa.example').toEqual([])
})

test('every server admits a web view that the settings name', async () => {
  expect(await admittedBy('capacitor://localhost')).toEqual(NAMES)
  for (const other of ['capacitor://localhost:80', 'ionic://localhost', 'http://localhost']) {
    expect(await admittedBy(other), other).toEqual([])
  }
})

test('a client with a secret, or an app of a device, adds no origin', async () => {
  await registerApp(system, { kind: 'confidential', redirectUris: ['https://server.example/cb'] })
  await registerApp(system, { redirectUris: ['com.example.app:/callback'] })
  await registerApp(system, { redirectUris: ['https://later.example/'] })
  await eventually('https://later.example').toEqual(NAMES)
  expect(await admittedBy('https://server.example')).toEqual([])
  expect(await admittedBy('null')).toEqual([])
})

test('pages, and the URL that browsers navigate to, admit no origin', async () => {
  await registerApp(system, { redirectUris: ['https://pages.example/'] })
  await eventually('https://pages.example').toEqual(NAMES)
  for (const path of ['/sign-in', '/device', '/account', '/api/oauth/authorize']) {
    const url = `${system.address('identity')}${path}`
    const { headers } = await system.fetch(url, { headers: { origin: 'https://pages.example' } })
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
  }
})
