// Apollo's planner, for supergraphs and operations that Hive's does not plan, and for platforms
// without Hive's binary.
import { operationFromDocument, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import { parse, printSchema } from 'graphql'
import type { ServedPlanner } from '../remote/planner-messages.ts'
import { overrideConditions, readLabels, sortLabels } from './override-conditions.ts'
import { readPlanning } from './planning-supergraph.ts'
import { restorePlan } from './required-plan.ts'
import { translatePlan } from './translate-plan.ts'

/** Creates the planner. @throws for a supergraph that it does not understand */
export function createApolloPlanner(supergraph: string): ServedPlanner {
  const planning = readPlanning(supergraph)
  const planner = new QueryPlanner(Supergraph.build(planning.sdl))
  const api = planner.supergraph.apiSchema()
  const labels = readLabels(supergraph)
  return {
    apiSdl: printSchema(api.toGraphQLJSSchema()),
    labels: sortLabels(labels),
    plan(operation, _signal, override) {
      const document = parse(operation, { noLocation: true })
      const planned = operationFromDocument(api, document, { validate: false })
      const conditions = { overrideConditions: overrideConditions(labels, override) }
      const plan = planner.buildQueryPlan(planned, conditions)
      return Promise.resolve(translatePlan(restorePlan(plan, planning)))
    },
  }
}
