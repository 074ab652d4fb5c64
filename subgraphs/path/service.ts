// What is known of this service without loading it: by peers, by its process, by the database.
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
