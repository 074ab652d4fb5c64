// What is known of this service without loading it: by peers, by its process, by the database.
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
