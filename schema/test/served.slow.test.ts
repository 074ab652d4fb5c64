// What is compared is what the services serve, whatever files there are: seen on a copy that runs.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from 'federation-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../check.config.ts'
import { RunningCopy } from './running-copy.ts'

const realm = readFileSync(join(root, 'subgraphs/realm/service.ts'), 'utf8')

/** `npm run schema:check`, in the folder of the copy. */
const CHECK = [
  join(root, 'node_modules/federation-check/bin/federation-check.js'),
  '--config',
  'schema/check.config.ts',
]

let copy: RunningCopy
beforeEach(() => void (copy = new RunningCopy()))
afterEach(() => copy.remove())

/** Checks the copy against this project; `schema` runs `npm run schema` in it first. */
function checkCopy({ schema }: { schema: boolean }) {
  if (schema) copy.run('schema/generate.ts')
  const { stdout, stderr, status } = copy.run(...CHECK, '--base', root, '--format', 'json')
  expect(stderr).toBe('')
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return { status, findings, ids: findings.map(({ id }) => id) }
}

describe('a change is found', () => {
  test('when a service loads another file than its SDL', () => {
    const sdl = 'subgraphs/learn/schema.graphql'
    mkdirSync(join(copy.folder, 'subgraphs/learn/sdl'))
    cpSync(join(copy.folder, sdl), join(copy.folder, 'subgraphs/learn/sdl/served.graphql'))
    copy.edit('subgraphs/learn/subgraph.ts', "'schema.graphql'", "'sdl/served.graphql'")
    copy.edit(
      'subgraphs/learn/sdl/served.graphql',
      'type Course @key(fields: "id") {',
      'type Course @key(fields: "id") {\n  "One more."\n  open: String',
    )
    const { findings } = checkCopy({ schema: false })
    const added = findings.find(({ id }) => id === 'field-added:Course.open')
    expect(added).toMatchObject({ file: 'subgraphs/learn/sdl/served.graphql' })
  })

  test('when a service has another address', () => {
    copy.edit('subgraphs/realm/service.ts', /port: \d+/.exec(realm)![0], 'port: 4999')
    const { ids } = checkCopy({ schema: true })
    expect(ids.filter((id) => id.startsWith('subgraph-moved:'))).toEqual([
      expect.stringMatching(/^subgraph-moved:realm:.*>http:\/\/localhost:4999\/graphql$/),
    ])
  })

  test('when a service is started no more, and the generated files were written', () => {
    copy.edit('subgraphs/services.ts', '  scroll,\n', '')
    const { status, ids } = checkCopy({ schema: true })
    expect(ids).toContain('subgraph-removed:scroll')
    expect(ids.join()).not.toContain('generated-stale')
    expect(status).toBe(1)
  })
})

test('a service that ends the process while it is loaded lets nothing pass', () => {
  copy.edit('subgraphs/realm/subgraph.ts', 'export const', 'process.exit(0)\nexport const')
  const { stdout, stderr, status } = copy.run(...CHECK, '--base', root)
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  expect(stderr).toContain('A loaded module ended the check')
})

test('a supergraph that is not what the subgraphs compose to fails, approved or not', () => {
  copy.edit('schema/supergraph.graphql', 'name: "scroll"', 'name: "scrolls"')
  const { status, findings } = checkCopy({ schema: false })
  expect(findings).toMatchObject([
    { id: 'generated-stale:schema/supergraph.graphql', fails: true, final: true },
  ])
  expect(status).toBe(1)
})

test('a checkout with CRLF and a BOM serves and generates the same', () => {
  for (const path of [
    'subgraphs/learn/schema.graphql',
    'foundation/common.graphql',
    'schema/openapi.json',
  ]) {
    const file = join(copy.folder, path)
    writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8').replaceAll('\n', '\r\n')}`)
  }
  expect(checkCopy({ schema: false })).toMatchObject({ status: 0, ids: [] })
})
