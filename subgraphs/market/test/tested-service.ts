// What the tests of the whole system know of the Market service.
import type { TestedService } from '#test/tested-service.ts'
import { marketRows } from '../../../test/contract/market.ts'
import { AUDIT, ERASED, MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: marketRows,
  columns: {
    ...SHARED,
    ...AUDIT,
    ...ERASED,
    ...MIGRATIONS,
    accounts: { person: 'owner_id', others: 'id kind' },
    assets: { person: 'owner_id', others: 'id name description kind content_key' },
    gifts: { person: 'giver_id receiver_id', others: 'id asset_id' },
    listings: { person: 'seller_id', texts: 'hidden_reason', others: 'id asset_id status' },
    postings: { others: 'transaction_id account_id' },
    purchases: { person: 'buyer_id seller_id', others: 'id listing_id asset_id transaction_id' },
    // Books are immutable: administrators write the reasons and keys of adjustments.
    transactions: { texts: 'key reason', others: 'id kind' },
  },
  triggers: { migration: '0002-tables', hash: 'Q5zQdVeN5pgA' },
}
