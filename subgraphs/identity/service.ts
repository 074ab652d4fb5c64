// What is known of this service without loading it: by peers, by its process, by the database.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'identity',
  title: 'ID Service',
  settings: 'ID',
  port: 7000,
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
