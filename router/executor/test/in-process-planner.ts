// The planner that a supergraph is given, in the process of the test: no process or thread for each graph.
import { parse } from 'graphql'
import { withoutIntrospection } from '../../plan/api-schema.ts'
import { createApolloPlanner } from '../../plan/apollo/apollo-planner.ts'
import { choosePlanners, type PlannerName } from '../../plan/choose-planners.ts'
import { createNativePlanner } from '../../plan/native/native-planner.ts'
import type { Planner } from '../../plan/planner.ts'

const CREATE = { native: createNativePlanner, apollo: createApolloPlanner }

/** @param name the first that plans the supergraph, by default */
export function createInProcessPlanner(
  supergraph: string,
  name: PlannerName = choosePlanners(supergraph)[0],
): Planner {
  const { apiSdl, plan } = CREATE[name](supergraph)
  return {
    apiSchema: withoutIntrospection(parse(apiSdl, { noLocation: true })),
    plan,
    close: () => Promise.resolve(),
  }
}
