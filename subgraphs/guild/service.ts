// What is known of this service without loading it: by peers, by its process, by the database.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'guild',
  title: 'Guild Service',
  settings: 'GUILD',
  port: 3009,
  nodes: {
    organization: 'Organization',
    role: 'Role',
    membership: 'Membership',
    application: 'Application',
  },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
