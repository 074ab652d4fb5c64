// The command `federation-check contract NAME`: the API schema of one contract.
import { readConfig } from '../config/read-config.ts'
import { variantsOf } from '../contracts/variant.ts'
import { composeTree } from '../graph/compose-tree.ts'
import { didYouMean } from '../near.ts'
import type { Say } from '../progress.ts'
import { sdl, type Markup } from '../report/escape/markup.ts'
import { UsageError } from '../sources/files.ts'
import { readContractArguments } from './arguments.ts'
import { readHead } from './check-command.ts'

/**
 * Prints the API schema of the contract, from the working tree or another state.
 * @throws UsageError for an unknown contract, and for one without a valid API
 */
export async function contract(args: readonly string[], say: Say): Promise<Markup> {
  say('Composing the contract')
  const { name, head, config } = readContractArguments(args)
  const settings = await readConfig(config, process.cwd())
  const tree = await readHead(head, settings)
  const contracts = tree.contracts ?? settings.contracts ?? {}
  const wanted = contracts[name]
  if (!wanted) {
    const names = Object.keys(contracts)
    const known =
      names.length > 0
        ? ` Contracts: ${names.join(', ')}.`
        : ' The configuration names no contracts.'
    throw new UsageError(`There is no contract ${name}.${didYouMean(name, names) || known}`)
  }
  const graph = await composeTree(tree, { prepare: settings.project?.prepare })
  const [error] = graph.errors
  if (error) throw new UsageError(`${tree.label} does not compose: ${error.message}`)
  const variant = (await variantsOf(graph, { [name]: wanted })).get(name)
  if (!variant) throw new UsageError(`${tree.label} has no supergraph.`)
  if (variant.graph.api === undefined) {
    throw new UsageError(`The contract ${name} has no valid API: ${variant.errors.join('\n')}`)
  }
  return sdl(variant.graph.api.trimEnd())
}
