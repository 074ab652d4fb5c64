// Creates planners in the process of the test, so that no graph needs a process or thread.
import { parse } from 'graphql'
import { createApolloPlanner } from '../../plan/apollo/apollo-planner.ts'
import { choosePlanners, type PlannerName } from '../../plan/choose-planners.ts'
import { createNativePlanner } from '../../plan/native/native-planner.ts'
import { NO_LABELS, type Planner } from '../../plan/planner.ts'
import { withoutIntrospection } from '../../plan/remote/api-schema.ts'

const CREATE = { native: createNativePlanner, apollo: createApolloPlanner }

/** @param name the planner; default: the first that `choosePlanners` names */
export function createInProcessPlanner(
  supergraph: string,
  name: PlannerName = choosePlanners(supergraph)[0],
): Planner {
  const { apiSdl, labels, plan } = CREATE[name](supergraph)
  return {
    apiSchema: withoutIntrospection(parse(apiSdl, { noLocation: true })),
    labels,
    plan(operation, signal, { activeLabels, percentage } = NO_LABELS) {
      return plan(operation, signal, { activeLabels: [...activeLabels], percentage })
    },
    close: () => Promise.resolve(),
  }
}
