// The contract as `npm test` runs it: each row over REST at its service, and over GraphQL at the router.
import { describeContract } from './describe-rows.ts'
import { graphqlAtRouter, restAtService } from './ways.ts'

describeContract({
  topology: 'one process',
  execution: 'compiled',
  ways: [restAtService, graphqlAtRouter],
})
