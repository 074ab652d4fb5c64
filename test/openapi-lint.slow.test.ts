// The OpenAPI and AsyncAPI documents, linted as each address serves them.
import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { serviceAsyncApi, wholeAsyncApi } from '../rest-adapters/asyncapi/served.ts'
import { scatteredOpenApi, serviceOpenApi, wholeOpenApi } from '../rest-adapters/openapi/served.ts'
import { subgraphs } from '../subgraphs/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Two services share an address; others have a path, or a slash at the end. */
const BEHIND_PROXY = {
  ID_BASE_URL: 'https://id.ecosystem.org',
  PATH_BASE_URL: 'https://api.ecosystem.org',
  LEARN_BASE_URL: 'https://api.ecosystem.org',
  GUILD_BASE_URL: 'https://ecosystem.org/guild',
  GOVERNANCE_BASE_URL: 'https://ecosystem.org/governance/',
  MARKET_BASE_URL: 'https://market.ecosystem.org/',
  REALM_BASE_URL: 'https://realm.ecosystem.org:8443',
  SCROLL_BASE_URL: 'http://10.0.0.7:3004',
}

/** What each way of running serves at /openapi.json and /asyncapi.json, behind a proxy. */
function servedDocuments(): (() => object)[] {
  const config = readConfig(BEHIND_PROXY, subgraphs)
  const services = subgraphs.flatMap((subgraph) => [
    serviceOpenApi(subgraph, config),
    serviceAsyncApi(subgraph.name, config),
  ])
  return [wholeOpenApi(config), scatteredOpenApi(config), wholeAsyncApi(config), ...services]
}

test('redocly finds no problem in the committed documents and in each served one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'openapi-'))
  const files = await Promise.all(
    servedDocuments().map(async (document, at) => {
      const file = join(folder.path, `${at}.json`)
      await writeFile(file, JSON.stringify(document()))
      return file
    }),
  )
  const command = ['node_modules/.bin/redocly', 'lint', '--config', 'redocly.yaml']
  const arguments_ = [...command, 'schema/openapi.json', 'schema/asyncapi.json', ...files]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stderr } = await promisify(execFile)(process.execPath, arguments_, { cwd: root, env })
  expect(stderr).toContain('Your API descriptions are valid.')
  expect(stderr).not.toMatch(/warning/i)
})
