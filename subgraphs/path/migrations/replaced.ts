// The migrations of commit 76f07557, which the current ones replace.
import { replacedMigrations } from '#foundation/service/replaced-migrations.ts'

export const replaced = replacedMigrations([
  '0001-quests',
  '0002-audit-outbox',
  '0003-quest-content',
  '0004-row-counts',
  '0005-finding',
  '0006-idempotency-keys',
  '0007-events',
  '0008-reopening-notices',
  '0009-numbering-in-order',
])
