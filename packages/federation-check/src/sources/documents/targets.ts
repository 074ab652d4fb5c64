// Checks the targets of documents: a configured subgraph or contract must exist.
import type { Contracts } from '../../contracts/contract.ts'
import type { Both } from '../../both.ts'
import type { Graph } from '../../graph/graph.ts'
import { didYouMean } from '../../near.ts'
import { UsageError } from '../files.ts'
import type { Tree } from '../tree.ts'

/**
 * Checks the subgraphs.
 * @throws UsageError for documents to a subgraph that neither side has: their client is not to blame
 */
export function checkSubgraphTargets(trees: Both<Tree>, graphs: Both<Graph>): void {
  const names = [...both(trees), ...both(graphs)].flatMap(({ subgraphs }) =>
    subgraphs.map(({ name }) => name),
  )
  for (const { file, subgraph } of both(trees).flatMap(({ operations }) => operations)) {
    if (subgraph === undefined || names.length === 0 || names.includes(subgraph)) continue
    throw new UsageError(
      `documents: ${file} is sent to the subgraph ${subgraph}: no subgraph has this name.${didYouMean(subgraph, [...new Set(names)])}`,
    )
  }
}

/** Checks the contracts. @throws UsageError for documents to a contract that neither side has */
export function checkContractTargets(trees: Both<Tree>, { base, head }: Both<Contracts>): void {
  const names = Object.keys({ ...base, ...head })
  const sent = both(trees).flatMap(({ operations, manifests }) => [...operations, ...manifests])
  for (const { file, contract } of sent) {
    if (contract === undefined || names.includes(contract)) continue
    throw new UsageError(
      `${file} is sent to the contract ${contract}: no contract has this name.${didYouMean(contract, names)}`,
    )
  }
}

const both = <T>({ base, head }: Both<T>) => [base, head]
