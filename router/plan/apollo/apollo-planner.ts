// Apollo's planner, for supergraphs and operations that Hive's does not plan, and where that has no binary.
import { operationFromDocument, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import { parse, printSchema } from 'graphql'
import type { ServedPlanner } from '../planner-messages.ts'
import { readPlanning } from './planning-supergraph.ts'
import { restorePlan } from './required-plan.ts'
import { translatePlan } from './translate-plan.ts'

/** @throws for a supergraph that it does not understand */
export function createApolloPlanner(supergraph: string): ServedPlanner {
  const planning = readPlanning(supergraph)
  const planner = new QueryPlanner(Supergraph.build(planning.sdl))
  const api = planner.supergraph.apiSchema()
  return {
    apiSdl: printSchema(api.toGraphQLJSSchema()),
    plan(operation) {
      const document = parse(operation, { noLocation: true })
      const planned = operationFromDocument(api, document, { validate: false })
      return Promise.resolve(translatePlan(restorePlan(planner.buildQueryPlan(planned), planning)))
    },
  }
}
