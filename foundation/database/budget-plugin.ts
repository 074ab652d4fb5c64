// Adds the rows that are read for a response to its budget.
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { textLength } from '#foundation/limits/response-leaves.ts'

export function countRows(rows: readonly unknown[]): void {
  currentBudget()?.addSource(textLength(rows))
}

export class BudgetPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    countRows(result.rows)
    return Promise.resolve(result)
  }
}
