// What other code imports by the name of the package, and what the package itself imports.
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as named from 'federation-check'
import * as sources from '../src/index.ts'

test('the package exports all that its sources do', () => {
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(sources).toSorted())
})

test('the sources import Node, themselves and the dependencies of package.json alone', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  const allowed = [...Object.keys(dependencies), ...builtinModules.map((name) => `node:${name}`)]
  const files = globSync('{src,bin}/**/*.{ts,js}', { cwd: folder })
  const others = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const names = [...text.matchAll(/(?:from |import )'([^']+)'|import\('([^']+)'\)/g)]
    return names
      .map(([, named, loaded]) => (named ?? loaded)!)
      .filter((name) =>
        name.startsWith('.')
          ? !/^(src|bin)\//.test(join(file, '..', name))
          : !allowed.some((one) => name === one || name.startsWith(`${one}/`)),
      )
      .map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(others).toEqual([])
})
