// The migrations of commit 76f07557, which the current ones replace.
import { replacedMigrations } from '#foundation/service/replaced-migrations.ts'

export const replaced = replacedMigrations([
  '0001-realms',
  '0002-audit-outbox',
  '0003-retirement',
  '0004-row-counts',
  '0005-life-cycles',
  '0006-finding',
  '0007-idempotency-keys',
  '0008-events',
  '0009-numbering-in-order',
])
