// What is known of this service without loading it: by peers, by its process, by the database.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'governance',
  title: 'Governance Service',
  settings: 'GOVERNANCE',
  port: 3007,
  nodes: { proposal: 'Proposal', vote: 'Vote' },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
