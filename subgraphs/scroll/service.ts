// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'scroll',
  title: 'Scroll Service',
  settings: 'SCROLL',
  port: 3004,
  nodes: { scroll: 'Scroll', revision: 'ScrollRevision' },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
