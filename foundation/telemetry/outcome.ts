// The outcome of a GraphQL operation.

export type Outcome = 'ok' | 'refused' | 'failed'

/** Returns `failed` if an error is ours, `refused` if all are those of the caller, or of foreign subgraphs. */
export function outcomeOf(errors: readonly unknown[] = []): Outcome {
  if (errors.length === 0) return 'ok'
  return errors.some(isOurs) ? 'failed' : 'refused'
}

function isOurs(error: unknown): boolean {
  const { extensions } = error as { extensions?: { code?: unknown } }
  return extensions?.code === 'INTERNAL_ERROR'
}
