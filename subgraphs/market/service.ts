// The declaration of this service, which other code reads without loading the service.
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
