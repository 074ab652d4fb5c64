// The contract in every other way that can make a response differ from those of contract.test.ts.
import { describeContract } from './describe-rows.ts'
import { graphqlAtRouter, graphqlAtService, restAtRouter } from './ways.ts'

// A service calls its peers over HTTP for REST paths exactly as for the router.
describeContract({ topology: 'over HTTP', execution: 'compiled', ways: [graphqlAtRouter] })

// The router of one process serves the REST handlers of the services.
describeContract({
  topology: 'one process',
  execution: 'interpreted',
  ways: [restAtRouter, graphqlAtService],
})
