// The versions of Node that the other tests use are those that package.json promises.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { NAME } from './support/installed.ts'
import { NODES } from './support/nodes.ts'

test('the lowest Node that package.json names is tested, and every even major up to the newest', () => {
  const manifest = join(inject('home'), 'node_modules', NAME, 'package.json')
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8')) as { engines: { node: string } }
  const versions = Object.keys(NODES)
  expect(`>=${versions[0]!.replace(/\.0$/, '')}`).toBe(engines.node)
  expect([...new Set(versions.map((version) => version.split('.')[0]))]).toEqual(['22', '24', '26'])
})

test.each(Object.entries(NODES))('Node %s is the version that its name says', (version, node) => {
  expect(execFileSync(node, ['--version']).toString().trim()).toBe(`v${version}`)
})
