// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'identity',
  title: 'ID Service',
  settings: 'ID',
  port: 7000,
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
