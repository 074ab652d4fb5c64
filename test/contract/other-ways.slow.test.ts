// The contract in each further way in which a response can differ from those of contract.test.ts.
import { describeContract } from './describe-rows.ts'
import { graphqlAtRouter, graphqlAtService, restAtRouter } from './ways.ts'

// A service asks its peers over HTTP in the same way for a REST path as for the router.
describeContract({ topology: 'over HTTP', execution: 'compiled', ways: [graphqlAtRouter] })

// The router of one process serves the REST handlers of the services.
describeContract({
  topology: 'one process',
  execution: 'interpreted',
  ways: [restAtRouter, graphqlAtService],
})
