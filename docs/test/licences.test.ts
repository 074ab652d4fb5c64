// The licences that the manual names.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test('The manual names each package whose licence limits what operators may do', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { license?: string; dev?: boolean }>
  }
  const limited = Object.entries(packages)
    .filter(([, { license = '', dev }]) => !dev && /elastic|sspl|busl|gpl/i.test(license))
    .map(([path]) => path.replace('node_modules/', ''))
  const [, section] = read('docs/operations/README.md').split('\n## Licences\n')
  const named = [...section!.matchAll(/`(@?[\w/-]+)`/g)].map(([, name]) => name)
  expect(named).toEqual(limited)
})
