// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'path',
  title: 'Path Service',
  settings: 'PATH',
  port: 3003,
  nodes: { quest: 'Quest' },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
