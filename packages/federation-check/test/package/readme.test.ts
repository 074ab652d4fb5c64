// The manuals of the package: its example, its plugin and its licences.
import { cpSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { write } from './support/cinema.ts'
import { federationCheck, findingsIn } from './support/command.ts'
import { NAME } from './support/installed.ts'

let modules: string
let readme: string
let shop: string

beforeAll(() => {
  modules = join(inject('home'), 'node_modules')
  readme = readFileSync(join(modules, NAME, 'README.md'), 'utf8')
  shop = mkdtempSync(join(inject('home'), 'shop-'))
  cpSync(join(modules, NAME, 'example'), shop, { recursive: true })
})

test('the example prints the report of the README', async () => {
  const { code, out } = await federationCheck(shop, ['--base', 'before'])
  expect(code).toBe(1)
  const untimed = out
    .trim()
    .replaceAll(/ +\d+ ms$/gm, '')
    .replaceAll(shop, '/home/ada/shop')
  expect(readme).toContain(`\`\`\`\n${untimed}\n\`\`\``)
})

test('the plugin of the reference finds a list with a singular name', async () => {
  const reference = readFileSync(join(modules, NAME, 'docs/reference.md'), 'utf8')
  const [, plugin] = /```js\n(\/\/ plural-lists\.mjs\n[^]*?)```/.exec(reference)!
  write(join(shop, 'plural-lists.mjs'), plugin!)
  const config = JSON.parse(
    readFileSync(join(shop, 'federation-check.config.json'), 'utf8'),
  ) as object
  write(
    join(shop, 'with-plugin.json'),
    JSON.stringify({ ...config, plugins: ['./plural-lists.mjs'] }),
  )
  const file = join(shop, 'after/subgraphs/reviews.graphql')
  write(file, readFileSync(file, 'utf8').replace('  reviews:', '  photo: [String!]!\n  reviews:'))
  const args = ['--format', 'json', '--config', 'with-plugin.json', '--base', 'before']
  expect(findingsIn(await federationCheck(shop, args))).toContain(
    'breaking singular-list:reviews/Product.photo',
  )
})

test('the README names the licence of every package that is installed with it', () => {
  const [, section] = readme.split('## Licences')
  const rows = section!.matchAll(/^\| ([\w.-]+) +\| (\d+) +\|/gm)
  const stated = Object.fromEntries([...rows].map(([, licence, count]) => [licence, Number(count)]))
  const counted: Record<string, number> = {}
  for (const { license } of installed()) counted[license] = (counted[license] ?? 0) + 1
  expect(stated).toEqual(counted)
})

/** All packages but this one. */
function installed(): { name: string; license: string }[] {
  const found = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules })
  const nested = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: modules })
  const all = [...new Set([...found, ...nested])].map(
    (file) => JSON.parse(readFileSync(join(modules, file), 'utf8')) as Package,
  )
  return all.filter(({ name }) => name && name !== NAME)
}

interface Package {
  name: string
  license: string
}
