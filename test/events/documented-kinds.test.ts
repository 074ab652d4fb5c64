// docs/contract/ lists the kinds of events as the services declare them.
import { expect, test } from 'vitest'
import { audienceName, type AudienceName, type EventKinds } from '#foundation/events/kinds.ts'
import { contractPage } from '#test/contract-pages.ts'
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

/** The rows of the table of events on the page of a service, without its head. */
function documentedRows(service: string): string[] {
  const [, section = ''] = contractPage(service).split('\n## Events\n')
  const lines = section.split(/\n#/)[0]!.split('\n')
  const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|'))
  return cells.map((row) =>
    row
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(' | '),
  )
}

test.each(logging)('the contract lists the kinds of events of $name', ({ name, events }) => {
  expect(documentedRows(name)).toEqual(rowsOf(events!.kinds))
})
