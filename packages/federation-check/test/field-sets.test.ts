// Field sets of which an interface has many paths to the same fields.
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { selectedIn } from '../src/federation/provided.ts'

test('A field set over an interface counts each selection once in each type', () => {
  const depth = 12
  const set = `${'i { '.repeat(depth)}x${' }'.repeat(depth)}`
  const names = ['A', 'B', 'C', 'D', 'E']
  const types = names.map((name) => `type ${name} implements I { i: I x: Int }`)
  const sdl = `interface I { i: I x: Int }
    ${types.join(' ')}
    type T { i: I @external x: Int @requires(fields: "${set}") }`
  const fields = ['I', ...names].flatMap((name) => [`${name}.i`, `${name}.x`])
  expect([...selectedIn(parse(sdl))].toSorted()).toEqual([...fields, 'T.i'].toSorted())
})
