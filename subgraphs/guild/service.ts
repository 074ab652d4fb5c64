// The declaration of this service, which other code reads without loading the service.
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
