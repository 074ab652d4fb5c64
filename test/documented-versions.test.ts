// The versions of libraries that the guides name are those that tests and examples install.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PACKAGES = [
  '.',
  'examples/rest',
  'examples/server',
  'examples/web',
  'test/browser/frontend',
  'test/clients',
]
/** `name` 1.2.3, or in two columns of a table `name` | 1.2.3 and 2.0.0. */
const VERSIONS = /`([@\w./-]+)`(?: \([^)]*\))?[ |]+(\d+\.\d+\.\d+)(?: and (\d+\.\d+\.\d+))?/g

const readText = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

function installedPackages(): Set<string> {
  const dependencies = PACKAGES.flatMap((folder) => {
    const { dependencies, devDependencies } = JSON.parse(readText(`${folder}/package.json`))
    return Object.entries<string>({ ...dependencies, ...devDependencies })
  })
  // An alias installs an older version beside the newest: "npm:openid-client@5.7.1".
  return new Set(
    dependencies.map(([name, version]) =>
      version.startsWith('npm:') ? version.slice('npm:'.length) : `${name}@${version}`,
    ),
  )
}

test.each(['docs/apps.md', 'docs/clients.md'])('%s names installed versions', (path) => {
  const named = [...readText(path).matchAll(VERSIONS)].flatMap(([, name, ...versions]) =>
    versions.filter(Boolean).map((version) => `${name}@${version}`),
  )
  expect(named.length).toBeGreaterThan(10)
  const installed = installedPackages()
  expect(named.filter((name) => !installed.has(name))).toEqual([])
})
