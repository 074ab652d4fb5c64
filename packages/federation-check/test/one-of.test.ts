// @oneOf: an input that must have exactly one field, which composition drops.
import { expect, test } from 'vitest'
import { checkFederation } from '../src/federation/diff.ts'
import { parseText, type SubgraphDocument } from '../src/sdl/sdl.ts'

function subgraphs(input: string, definition = ''): SubgraphDocument[] {
  const text = `${definition} type Query { book(by: By): Int } ${input} { id: ID isbn: ID }`
  const document = parseText({ file: 'books.graphql', text })
  return [{ name: 'books', written: document, document }]
}

test.each(['', 'directive @oneOf on INPUT_OBJECT'])(
  'is compared, defined by "%s"',
  (definition) => {
    const [open, closed] = [
      subgraphs('input By', definition),
      subgraphs('input By @oneOf', definition),
    ]
    const compared = (base: SubgraphDocument[], head: SubgraphDocument[]) =>
      checkFederation(base, head).map(({ severity, id }) => `${severity} ${id}`)
    expect(compared(open, closed)).toEqual([
      'breaking constraint-tightened:books/By:nothing>@oneOf',
    ])
    expect(compared(closed, open)).toEqual(['safe constraint-loosened:books/By:@oneOf>nothing'])
  },
)
