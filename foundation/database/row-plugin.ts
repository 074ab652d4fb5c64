// Rows as the code reads them: camelCase columns, counted for the budget of the response.
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { camelCase } from '#foundation/database/names.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { textLength } from '#foundation/limits/response-leaves.ts'

/** Leaves statements as they are: the compiler converts their names. */
export class RowPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    currentBudget()?.addSource(textLength(result.rows))
    return Promise.resolve({ ...result, rows: result.rows.map(camelCased) })
  }
}

/** The keys inside JSON stay as they are. */
function camelCased(row: UnknownRow): UnknownRow {
  const renamed: UnknownRow = {}
  for (const column in row) renamed[camelCase(column)] = row[column]
  return renamed
}
