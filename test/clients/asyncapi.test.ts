// The AsyncAPI document against the JSON Schema of AsyncAPI 3.0, as its project publishes it.
import { readFileSync } from 'node:fs'
import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { readConfig } from '../../foundation/process/config.ts'
import { serviceAsyncApi, wholeAsyncApi } from '../../rest-adapters/asyncapi/served.ts'
import { subgraphs } from '../../subgraphs/index.ts'

// The schema brings its own copy of the meta-schema.
const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false })
formats.default(ajv)
const validate = ajv.compile(specs.schemas['3.0.0'] as object)

function mistakesIn(document: unknown): string[] {
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const committed = JSON.parse(
  readFileSync(new URL('../../schema/asyncapi.json', import.meta.url), 'utf8'),
) as { channels: Record<string, object> }

test('the committed document and each served one follow the schema of AsyncAPI', () => {
  const config = readConfig({ GOVERNANCE_BASE_URL: 'https://example.org/governance/' }, subgraphs)
  const served = [
    wholeAsyncApi(config),
    ...subgraphs.map(({ name }) => serviceAsyncApi(name, config)),
  ]
  const documents = [committed, ...served.map((document) => document())]
  expect(documents.flatMap(mistakesIn)).toEqual([])
})

test('a document with a mistake does not follow it', () => {
  const [name] = Object.keys(committed.channels)
  const channels = { [name!]: { ...committed.channels[name!], address: 7 } }
  expect(mistakesIn({ ...committed, channels })).not.toEqual([])
})
