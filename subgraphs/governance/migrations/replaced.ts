// The migrations of commit 76f07557, which the current ones replace.
import { replacedMigrations } from '#foundation/service/replaced-migrations.ts'

export const replaced = replacedMigrations([
  '0001-proposals',
  '0002-row-counts',
  '0003-finding',
  '0004-idempotency-keys',
  '0005-events',
  '0006-closing-notices',
  '0007-numbering-in-order',
])
