// The migrations of commit 76f07557, which the current ones replace.
import { replacedMigrations } from '#foundation/service/replaced-migrations.ts'

export const replaced = replacedMigrations([
  '0001-scrolls',
  '0002-row-counts',
  '0003-audit-outbox',
  '0004-life-cycles',
  '0005-finding',
  '0006-idempotency-keys',
  '0007-hidden-authors',
  '0008-events',
  '0009-numbering-in-order',
])
