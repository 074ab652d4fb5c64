// `node bench/hop.ts`: what one fetch of the router costs a service, beside an earlier commit.
import { compareWithEarlier } from './earlier.ts'

const ENTITIES = 5

const query = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Identity { username displayName house } }
}`

await compareWithEarlier({
  name: 'hop',
  work: {
    of: 'identity',
    method: 'POST',
    path: '/graphql',
    byService: true,
    body(people) {
      const representations = people
        .slice(0, ENTITIES)
        .map((id) => ({ __typename: 'Identity', id }))
      return JSON.stringify({ query, variables: { representations } })
    },
  },
})
