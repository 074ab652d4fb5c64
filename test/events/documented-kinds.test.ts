// docs/contract.md lists the kinds of events as the services declare them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { audienceName, type AudienceName, type EventKinds } from '#foundation/events/kinds.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const logging = subgraphs.filter(({ events }) => events)

const WHO: Readonly<Record<AudienceName, string>> = {
  public: 'everybody',
  owner: 'the person',
  members: 'the members',
  stewards: 'the stewards',
  administrators: 'administrators',
}

const rowsOf = (kinds: EventKinds) =>
  Object.entries(kinds).map(([name, { subject, audience, description }]) =>
    [`\`${name}\``, `\`${subject}\``, WHO[audienceName(audience)], description].join(' | '),
  )

/** The rows of the table below a heading, without its head. */
function documentedRows(title: string): string[] {
  const contract = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
  const [, section = ''] = contract.split(`\n### Events of the ${title}\n`)
  const lines = section.split(/\n#/)[0]!.split('\n')
  const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|'))
  return cells.map((row) =>
    row
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(' | '),
  )
}

test.each(logging)('the contract lists the kinds of events of $name', ({ title, events }) => {
  expect(documentedRows(title)).toEqual(rowsOf(events!.kinds))
})
