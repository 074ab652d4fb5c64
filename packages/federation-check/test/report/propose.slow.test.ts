// Proposals: what a change would do, for a discussion.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { breakClients, Project } from '../project.ts'

const project = new Project()

beforeAll(() => {
  breakClients(project)
  project.edit('subgraphs/loans.graphql', 'id: ID!\n', 'id: ID!\n  overdue: Boolean\n')
  project.enter()
})

afterAll(() => project.leave())

test('a proposal says what a change would do, and never fails', async () => {
  const { code, out = '', err } = await command(['propose', '--base', 'main'], false)
  expect({ code, err }).toEqual({ code: 0 })
  expect(out.replaceAll('\u200B', '').replaceAll(/\([0-9a-f]{12}\)/g, '(…)'))
    .toBe(`# What this change would do

the working tree against main (…): the check would fail with 5 findings (1 of security).

## Who is affected

- **Security**: 1 finding
- **Breaks kiosk** (ask kiosk@example.org): 1 finding, 1 operation no longer valid
- **Breaks web** (ask web@example.org): 1 finding, 1 operation no longer valid
- **Breaks no known client**: 1 finding

## Security

- **security** \`scopes-removed:books/Book.price:sales>nothing\`<br>Book.price required sales and now requires nothing.<br>subgraphs/books.graphql:10<br>Fix: Put the requirement back, or let the owner of the data approve.

## Breaks kiosk

- **breaking** \`field-removed:Book.title\`<br>Field 'title' was removed from object type 'Book'.<br>subgraphs/books.graphql:6<br>Fix: Keep it, mark it @deprecated, and remove it once no client uses it.<br>Titles (clients/kiosk.json:8)

## Breaks web

- \`field-removed:Book.title\`<br>clients/web/list.graphql:4

## Breaks no known client

- **breaking** \`field-removed:Book.cover\`<br>Field 'cover' was removed from object type 'Book'.<br>subgraphs/books.graphql:6<br>no known operation uses it<br>Fix: Keep it, mark it @deprecated, and remove it once no client uses it.

## What becomes possible

- Field 'overdue' was added to object type 'Book'.
- Field 'subtitle' was added to object type 'Book'.

## What it costs the router

No query plan changes.

## Approvals it needs

- \`field-removed:Book.cover\`
- \`field-removed:Book.title\`
- \`scopes-removed:books/Book.price:sales>nothing\`
- \`operation-broken:web/list.graphql:Book.title\`
- \`operation-broken:kiosk/Titles:Book.title\`

## In which order to release it

1. Change the operations of web (ask web@example.org), and wait until nobody sends the old ones.
2. Change the operations of kiosk (ask kiosk@example.org), and wait until nobody sends the old ones.
3. Deploy books, loans with what is new. The old supergraph does not ask for it.
4. Let the router load the new supergraph.
5. Deploy books without what is removed: no router asks for it any more.
6. books adds and removes, so it needs both deployments.`)
})

test('a proposal that changes nothing says so in every section', async () => {
  const { code, out = '' } = await command(['propose', '--base', 'main', '--head', 'main'], false)
  expect(code).toBe(0)
  expect(out).toContain('the check would pass.')
  expect(out).toContain('## What becomes possible\n\nNothing new.')
  expect(out).toContain('## In which order to release it\n\nIn any order.')
})

test.each([
  ['a state that is not there', ['--base', 'nowhere'], '--base nowhere is neither'],
  ['an option of the check', ['--format', 'json'], "Unknown option '--format'"],
])('a proposal against %s is refused', async (_title, args, sentence) => {
  const { code, out, err } = await command(['propose', ...args], false)
  expect(err).toContain(sentence)
  expect({ code, out }).toEqual({ code: 2 })
})
