// Reads the list of a service's events as different people.
import { numberEvents } from '#foundation/events/numberer.ts'
import type { Request, TestSubgraph } from './subgraph.ts'

/** Returns what somebody learns of the events from now on: their kinds, in order. */
export async function readFromNow(subgraph: TestSubgraph, service: string) {
  const list = async (after: string | undefined, request: Request) => {
    await numberEvents(subgraph.tables(service), () => new Date())
    const query = `query ($after: String) {
      list: ${service}Events(after: $after, first: 100) { events { type related } next }
    }`
    const { list: page } = await subgraph.ask(query, { ...request, variables: { after } })
    return page as { events: { type: string; related: string[] }[]; next: string }
  }
  const { next } = await list(undefined, { service: 'identity' })
  return async (request: Request): Promise<string[]> => {
    const { events } = await list(next, request)
    return events.map(({ type }) => type)
  }
}
