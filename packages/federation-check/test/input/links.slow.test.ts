// Symbolic links in a commit: a file that is read by its name is read where its link leads.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { projectOfEachTest } from '../project.ts'

const EXPIRES = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const APPROVAL = `- change: 'field-removed:Book.cover'
  reason: Nobody prints covers.
  owner: ada@example.org
  expires: ${EXPIRES}
`
const project = projectOfEachTest()

/** Moves a file to `shared/` and leaves a link in its place. */
function share(path: string): void {
  mkdirSync(join(project.root, 'shared'), { recursive: true })
  renameSync(join(project.root, path), join(project.root, 'shared', path))
  link(path, join('shared', path))
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(project.root, path)), { recursive: true })
  symlinkSync(target, join(project.root, path))
}

const dropCover = () => project.edit('subgraphs/books.graphql', '  cover: String\n', '')
const check = (...args: string[]) => command(['--base', 'main', ...args], false)

test('approvals of the base behind a link count', async () => {
  project.write('approvals.yaml', APPROVAL)
  share('approvals.yaml')
  project.commit('Approve')
  dropCover()
  const { code, out } = await check()
  expect(out).toContain('approved by ada@example.org')
  expect(code).toBe(0)
})

test('approvals of the base in a folder behind a link count', async () => {
  project.write('shared/policy/approvals.yaml', APPROVAL)
  link('policy', 'shared/policy')
  project.edit('federation-check.config.json', '{', '{ "approvals": "policy/approvals.yaml",')
  project.commit('Approve')
  dropCover()
  expect(await check()).toMatchObject({ code: 0 })
})

test('a configuration behind a link is compared by its text', async () => {
  share('federation-check.config.json')
  project.commit('Share')
  project.edit('shared/federation-check.config.json', '"safe"', '"off"')
  expect((await check()).out).toContain('rules.enum-value-added (safe becomes off)')
})

test('documents of a folder behind a link are found below the top folder', async () => {
  project.edit('federation-check.config.json', 'clients/web/*.graphql', '*/web/*.graphql')
  project.git('mv', 'clients/web', 'web')
  link('clients/web', '../web')
  project.commit('Web')
  project.write('web/other.graphql', '{ books { id } }\n')
  project.git('rm', '--quiet', 'web/list.graphql')
  expect((await check('--format', 'json')).out).toContain('operation-withdrawn')
})

test('a file of a commit with a line break in its name does not displace the others', async () => {
  project.write('clients/web/a\nb.graphql', '{ books { id } }\n')
  project.commit('A line break')
  project.edit('subgraphs/books.graphql', '  title: String!\n', '')
  project.commit('Drop the title')
  const { code, out } = await check('--base', 'HEAD~1', '--head', 'HEAD')
  expect(out).toContain('operation-broken:web/list.graphql:Book.title')
  expect(code).toBe(1)
})

test('a link that leads out of the project is refused', async () => {
  link('approvals.yaml', '../elsewhere.yaml')
  project.commit('Elsewhere')
  const { code, err } = await check()
  expect(err).toBe(
    'approvals.yaml is a symbolic link that does not lead to a file inside the project.',
  )
  expect(code).toBe(2)
})

test('the error of a plugin behind a link that leads out of the project shows nothing of its target', async () => {
  project.edit('federation-check.config.json', '{', '{ "plugins": ["./plugin.mjs"],')
  const outside = `${project.root}-outside`
  writeFileSync(outside, 'password: hunter2')
  link('plugin.mjs', outside)
  const { code, err } = await check()
  rmSync(outside)
  expect(err).toBe('plugin.mjs is a symbolic link that does not lead to a file inside the project.')
  expect(code).toBe(2)
})
