// Sources that are too large, too slow or broken are refused with a message, and never awaited for ever.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, inject, test } from 'vitest'
import { write } from './support/cinema.ts'
import { NODES } from './support/nodes.ts'
import { federationCheck, findingsIn, type CommandResult } from './support/command.ts'
import { serve } from './support/server.ts'

const LIMIT = 64 * 1024 * 1024

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(inject('home'), 'bounds-'))
  write(join(folder, 'a.graphql'), 'type Query { a: Int }')
})

const check = (base: string, before: readonly string[] = []) =>
  federationCheck(folder, ['--base', base], { before })

function expectRefused({ code, out, err }: CommandResult, message: string): void {
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
}

test('an archive that unpacks to more than the limit is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(LIMIT + 1))
  expect(bomb.byteLength).toBeLessThan(100_000)
  writeFileSync(join(folder, 'bomb.tar.gz'), bomb)
  expectRefused(await check('bomb.tar.gz'), 'bomb.tar.gz cannot be unpacked: ')
})

test('a truncated archive is refused', async () => {
  writeFileSync(join(folder, 'cut.tar.gz'), gzipSync(Buffer.alloc(4096)).subarray(0, 20))
  expectRefused(await check('cut.tar.gz'), 'cut.tar.gz cannot be unpacked: ')
})

test('an address whose response exceeds the limit is refused', async () => {
  const part = Buffer.alloc(1024 * 1024, '# \n')
  await using server = await serve((_, response) => {
    const more = () => {
      while (response.writable && response.write(part));
    }
    response.on('drain', more)
    more()
  })
  expectRefused(await check(server.url), `${server.url} is larger than ${LIMIT} bytes.`)
})

test('an address that never responds is refused after a timeout', async () => {
  await using server = await serve(() => {})
  // The same timer, a hundred times as fast.
  const fast = `const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout(ms / 100)`
  const ending = await check(server.url, ['--import', `data:text/javascript,${fast}`])
  expectRefused(ending, `${server.url} cannot be reached by GET: `)
})

test('an address whose error page looks like SDL is refused', async () => {
  await using server = await serve((_, response) => {
    response.writeHead(404).end('type Query { a: Int }')
  })
  expectRefused(await check(server.url), `${server.url} serves no schema. GET: 404 without SDL.`)
})

test('a small archive, and a path of more than 100 bytes, are read', async () => {
  const deep = Array.from({ length: 12 }, () => 'a-long-folder').join('/')
  write(join(folder, 'deep', deep, 'one/schema.graphql'), 'type Query { a: Int b: Int }')
  write(join(folder, 'deep/README.md'), 'Beside it.')
  const tar = (...args: string[]) => execFileSync('tar', args, { cwd: folder })
  tar('--format=ustar', '-b1', '-cf', 'deep.tar', '-C', 'deep', '.')
  write(join(folder, deep, 'one/schema.graphql'), 'type Query { a: Int }')
  const config = { subgraphs: `${deep}/<name>/schema.graphql` }
  write(join(folder, 'deep.json'), JSON.stringify(config))
  const args = ['--format', 'json', '--config', 'deep.json', '--base', 'deep.tar']
  expect(findingsIn(await federationCheck(folder, args))).toEqual([
    'dangerous config-not-compared:deep.json',
    'breaking field-removed:Query.b',
  ])
})

test.each(Object.entries(NODES))('Node %s composes a large graph in threads', async (_, node) => {
  const large = (fields: string) => `# ${'x'.repeat(500_000)}\ntype Query { ${fields} }`
  write(join(folder, 'large/before/one.graphql'), large('a: Int b: Int'))
  write(join(folder, 'large/after/one.graphql'), large('a: Int'))
  const args = ['--format', 'json', '--base', '../before']
  const ending = await federationCheck(join(folder, 'large/after'), args, { node })
  expect(findingsIn(ending)).toEqual(['breaking field-removed:Query.b'])
})
