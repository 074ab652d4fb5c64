// Made-up entity representations at every service's own /graphql: at most refused, never a failure.
import * as fc from 'fast-check'
import { getNamedType, isLeafType, isUnionType, type GraphQLSchema } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { buildSchema } from '#foundation/service/subgraph-schema.ts'
import { representationLists } from '#test/representations.ts'
import { testSystem, type Person } from '#test/system.ts'
import { subgraphs } from '../subgraphs/index.ts'

const RUNS = 600

const system = testSystem()
let ada: Person
let token: string
beforeAll(async () => {
  ada = await system.join('ada')
  token = await ada.token()
})

/** All scalar fields of every entity, so that fields of a representation are returned as well. */
function everything(schema: GraphQLSchema): string {
  const union = schema.getType('_Entity')
  const types = isUnionType(union) ? union.getTypes() : []
  const parts = types.map((type) => {
    const leaves = Object.values(type.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) && field.args.length === 0,
    )
    const names = leaves.map(({ name }) => `${type.name}${name}: ${name}`)
    return `... on ${type.name} { ${names.join(' ')} }`
  })
  return `query ($r: [_Any!]!) { _entities(representations: $r) { __typename ${parts.join(' ')} } }`
}

test.each(subgraphs.map((subgraph) => [subgraph.name, subgraph] as const))(
  '%s refuses malformed representations, and resolves the others',
  async (at, subgraph) => {
    const query = everything(buildSchema(subgraph))
    const outcomes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(representationLists, async (r) => {
        const { status, body } = await system.graphql(query, { at, token, variables: { r } })
        expect(status).toBe(200)
        const errors = (body.errors ?? []) as { extensions: { code: string; details: object } }[]
        for (const { extensions } of errors) {
          expect(extensions.code, JSON.stringify(body)).not.toBe('INTERNAL_ERROR')
          expect(Object.keys(extensions.details), JSON.stringify(body)).not.toEqual([])
        }
        const outcome = errors[0]?.extensions.code ?? 'answered'
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }),
      // Random representations alone may match no entity.
      { numRuns: RUNS, examples: [[[{ __typename: 'Identity', id: ada.id }]]] },
    )
    expect(outcomes.get('VALIDATION_ERROR')).toBeGreaterThan(RUNS / 2)
    expect(outcomes.get('answered')).toBeGreaterThan(0)
  },
)
