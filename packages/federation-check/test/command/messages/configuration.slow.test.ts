// What the command says about a configuration: what is wrong, where, and what to do.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { projectOfEachTest } from '../../project.ts'
import { check, configure, errorOf, FILE } from './story.ts'

const project = projectOfEachTest()

test.each([
  ['"committed": { "subgraphs": "generated/<name>.graphql" }', 'generated/<name>.graphql'],
  ['"code": ["srv/**"]', 'srv/**'],
])('A glob that matches nothing is refused: %s', async (setting, glob) => {
  configure(project, setting)
  expect(await errorOf('--base', 'main')).toBe(
    `${glob}: no file matches this glob of the configuration.`,
  )
})

test('An unknown setting is refused with a suggestion', async () => {
  configure(project, '"documnets": []')
  expect(await errorOf('--base', 'main')).toBe(
    `${FILE}: there is no setting documnets. Did you mean documents?`,
  )
})

test('A setting of another type is refused with the type that is wanted', async () => {
  configure(project, '"usage": "usage.json", "approvals": 7')
  const sentences = (await errorOf('--base', 'main')).split('\n')
  expect(sentences).toContain(`${FILE}: usage must be an object.`)
  expect(sentences).toContain(`${FILE}: approvals must be a string.`)
})

test('An unknown rule is refused with a suggestion', async () => {
  project.edit(FILE, 'enum-value-added', 'enum-value-aded')
  expect(await errorOf('--base', 'main')).toContain(
    `${FILE}: rules.enum-value-aded: there is no such rule. Did you mean enum-value-added`,
  )
})

test('A field that is no field of either side is refused as a runtime guard', async () => {
  configure(project, '"runtimeGuards": ["Query.bookz"]')
  expect(await errorOf('--base', 'main')).toBe(
    'runtimeGuards: there is no field Query.bookz. Did you mean Query.books?',
  )
  project.edit(FILE, 'Query.bookz', '!books')
  expect(await errorOf('--base', 'main')).toContain(
    ': runtimeGuards.0: "!books" must be a field such as Query.node, or !Query.node.',
  )
  project.edit(FILE, '!books', '!Query.books')
  expect((await check('--base', 'main')).err).toBeUndefined()
})

test('A text of another form is refused with what is wanted', async () => {
  configure(project, '"guards": ["@tier"], "order": { "arguments": { "@tier": "any" } }')
  expect((await errorOf('--base', 'main')).split('\n')).toEqual([
    `${FILE}: order.arguments: "@tier" must be an argument such as @hasRole(roles:).`,
    `${FILE}: guards.0: "@tier" must be the name of a directive, such as hasRole or !hasRole.`,
  ])
  project.edit(FILE, '"@tier": "any"', '"@tier(role:)": "any"')
  project.edit(FILE, '["@tier"]', '[]')
  project.edit(FILE, '"client": "web"', '"client": "web", "directives": ["rellay"]')
  expect(await errorOf('--base', 'main')).toBe(
    `${FILE}: documents.0.directives.0: "rellay" must be apollo, relay, urql, or a directive such as @track.`,
  )
})

test('An order that contradicts itself is refused', async () => {
  configure(
    project,
    '"order": { "scopes": [["read", "write"], ["write", "admin"], ["admin", "read"]] }',
  )
  expect(await errorOf('--base', 'main')).toBe(
    `${FILE}: order.scopes says both that read is weaker than write and that it is stronger.`,
  )
})

test('Documents of a subgraph that neither side has are refused with a suggestion', async () => {
  project.edit(FILE, '"client": "web"', '"client": "web", "subgraph": "bookz"')
  expect(await errorOf('--base', 'main')).toBe(
    'documents: clients/web/list.graphql is sent to the subgraph bookz: no subgraph has this name. Did you mean books?',
  )
})

test('An approval of an unknown rule gets a suggestion', async () => {
  project.write(
    'approvals.yaml',
    "- { change: 'feild-removed:Book.cover', reason: Old, owner: ada, expires: 2026-12-31 }\n",
  )
  project.commit('Approve')
  expect((await check('--base', 'main', '--format', 'json')).out).toContain(
    'There is no rule feild-removed. Did you mean field-removed?',
  )
})

test('A module in a folder of scripts is refused with what to change', () => {
  project.git('rm', '--quiet', FILE)
  project.write('package.json', '{ "type": "commonjs" }\n')
  project.write('federation-check.config.js', 'export default {}\n')
  const bin = fileURLToPath(new URL('../../../bin/federation-check.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [bin], { encoding: 'utf8' })
  expect(stderr).toContain(
    'Set "type": "module" in package.json (npm pkg set type=module), or write JavaScript with the ending .mjs.',
  )
  expect(status).toBe(2)
})
