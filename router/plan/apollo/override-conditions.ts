// Translates the labels of progressive overrides for Apollo's planner.
import { parse, visit, type ConstDirectiveNode } from 'graphql'
import type { SupergraphLabels } from '../../override-labels.ts'
import { textOf } from '../../supergraph/directive-arguments.ts'
import type { ActiveLabels } from '../remote/planner-messages.ts'

const PERCENT = /^percent\((\d+(?:\.\d+)?)\)$/

/** The labels of a supergraph, as written. */
export function readLabels(supergraph: string): string[] {
  const found = new Set<string>()
  visit(parse(supergraph, { noLocation: true }), {
    Directive(node) {
      const label = textOf(node as ConstDirectiveNode, 'overrideLabel')
      if (label !== undefined) found.add(label)
    },
  })
  return [...found]
}

/** Splits labels into custom ones and the numbers of `percent(n)`. */
export function sortLabels(labels: readonly string[]): SupergraphLabels {
  return {
    labels: labels.filter((label) => percentageOf(label) === undefined),
    percentages: labels.flatMap((label) => percentageOf(label) ?? []),
  }
}

/** True or false for each label: whether it holds. */
export function overrideConditions(
  labels: readonly string[],
  { activeLabels, percentage }: ActiveLabels,
): Map<string, boolean> {
  return new Map(
    labels.map((label) => {
      const share = percentageOf(label)
      return [label, share === undefined ? activeLabels.includes(label) : percentage < share]
    }),
  )
}

function percentageOf(label: string): number | undefined {
  const number = PERCENT.exec(label)?.[1]
  return number === undefined ? undefined : Number(number)
}
