// The tasks that run in a thread. Their input and result are plain data, which threads can send.
import type { ComposedService } from '../graph/compose.ts'

export const tasks = {
  async compose(input: { services: readonly ComposedService[]; unvalidated: boolean }) {
    const { composeAsData } = await import('../graph/compose.ts')
    return composeAsData(input.services, input.unvalidated)
  },
  async plan(input: { supergraph: string; documents: readonly string[] }) {
    const { effortsOf } = await import('../operations/plan-effort.ts')
    return effortsOf(input.supergraph, input.documents)
  },
}

export type Tasks = typeof tasks
export type Task = keyof Tasks
