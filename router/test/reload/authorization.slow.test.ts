// The fields and the authorization rules of the served supergraph apply, and those of earlier ones do not.
import { beforeAll, expect, test } from 'vitest'
import { composed, startTinySubgraph } from '../tiny-subgraph.ts'
import { ISSUER, post, reloads, startOver, twoSupergraphs } from './story.ts'

const { graphs, sides } = twoSupergraphs()

test('The fields of a replaced graph are refused, even those that have a plan', async () => {
  const { router, url, serve } = await startOver(graphs.red)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await post(url, '{ only_red }')).toBe('{"data":{"only_red":"red"}}')
  }
  serve(graphs.blue)
  await router.reload()
  expect(await post(url, '{ only_red }')).toMatch(/Cannot query field \\"only_red\\"/)
  expect(await post(url, '{ only_blue }')).toBe('{"data":{"only_blue":"blue"}}')
  expect(await post(url, '{ __type(name: "Query") { fields { name } } }')).toBe(
    '{"data":{"__type":{"fields":[{"name":"books"},{"name":"only_blue"},{"name":"slow"}]}}}',
  )
})

let open: string
let guarded: string
beforeAll(async () => {
  const graphOf = async (directive: string) => {
    const secrets = await startTinySubgraph(
      `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7",
         import: ["@authenticated"]) type Query { secret: String ${directive} }`,
      { Query: { secret: () => 'hush' } },
    )
    sides.red[`secrets${directive}`] = secrets
    return composed({ secrets })
  }
  open = await graphOf('')
  guarded = await graphOf('@authenticated')
})

test('The authorization rules of the served graph apply', async () => {
  const { router, url, serve } = await startOver(open, { settings: ISSUER })
  for (const [graph, response] of [
    [open, /"hush"/],
    [guarded, /"INVALID_TOKEN"/],
    [open, /"hush"/],
  ] as const) {
    serve(graph)
    await router.reload()
    expect(await post(url, '{ secret }')).toMatch(response)
  }
})

test('A supergraph with rules that the router cannot enforce is refused', async () => {
  const { router, url, serve } = await startOver(open)
  serve(guarded)
  await router.reload()
  expect(await reloads(url, 'refused')).toBe(1)
  expect(await post(url, '{ secret }')).toMatch(/"hush"/)
})
