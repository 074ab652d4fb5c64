// What is known of this service without loading it: by peers, by its process, by the database.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'market',
  title: 'Market Service',
  settings: 'MARKET',
  port: 3008,
  nodes: {
    asset: 'Asset',
    listing: 'Listing',
    purchase: 'Purchase',
    transaction: 'Transaction',
    posting: 'Posting',
    sale: 'Sale',
  },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
