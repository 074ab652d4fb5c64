// Asks the router for the plan of an operation, for these tests.
import type { TestResponse, TestSystem } from '#test/system.ts'

/** Sends an operation of two services, and asks for its plan. */
export function askForPlan(at: TestSystem, as: string): Promise<TestResponse> {
  const query = '{ me { username completedQuests { nodes { id } } } }'
  return at.fetch(`${at.address('router')}/graphql`, {
    method: 'POST',
    token: as,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, extensions: { plan: true } }),
  })
}
