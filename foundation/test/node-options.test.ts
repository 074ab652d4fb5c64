// The Node options in guides and container files work where they are set.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const FILES = [
  'docs/operations/processes.md',
  'docs/operations/settings.md',
  'docs/schema-checks.md',
  'Dockerfile',
  'docker-compose.yml',
]
const text = FILES.map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
  .join('\n')
  // The form of a container's command.
  .replaceAll(/', '|", "/g, ' ')

const OPTION = String.raw`--(?:min|max)-[a-z-]+-size=\d+`
/** After `node`: arguments of a command. */
const COMMANDS = new RegExp(`node((?: ${OPTION})+)`, 'g')
const options = (found: string) => found.match(new RegExp(OPTION, 'g')) ?? []
const asArguments = [...text.matchAll(COMMANDS)].map(([command]) => options(command).join(' '))
/** Anywhere else, people put them into NODE_OPTIONS. */
const elsewhere = options(text.replaceAll(COMMANDS, ''))

const node = (given: readonly string[], env = {}) =>
  promisify(execFile)(process.execPath, [...given, '--eval', ''], {
    env: { ...process.env, ...env },
  })

test('the guides name options of Node', () => {
  expect(asArguments.length).toBeGreaterThan(1)
  expect(elsewhere.length).toBeGreaterThan(1)
})

test.each([...new Set(asArguments)])('Node takes %s as arguments', async (given) => {
  await expect(node(given.split(' '))).resolves.toMatchObject({ stderr: '' })
})

test.each([...new Set(elsewhere)])('Node takes %s in NODE_OPTIONS', async (NODE_OPTIONS) => {
  await expect(node([], { NODE_OPTIONS })).resolves.toMatchObject({ stderr: '' })
})
