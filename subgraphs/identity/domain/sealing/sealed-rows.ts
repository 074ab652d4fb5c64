// The rows of sealed secrets, which all processes of the ID service read.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import type { KeyEncryptionKeys } from '../../settings.ts'
import type { IdentityTables } from '../../tables.ts'
import type { SecretName } from '../../tables/sealed-secrets.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

export interface SealedContext {
  db: Db<IdentityTables>
  keys: KeyEncryptionKeys
}

/** Reads and opens a secret. @throws SettingError if it is missing, or no key opens it */
export async function readSealed({ db, keys }: SealedContext, name: SecretName): Promise<string> {
  const rows = db.selectFrom('sealedSecrets').selectAll().where('name', '=', name)
  const row = await rows.executeTakeFirst()
  if (!row) throw missing(name)
  return (await openSecret(keys, row)).text
}

/**
 * Changes a secret, one process at a time. It stays sealed with its key, because another process may not have the
 * newest one yet; only `resealAll` changes the key. @throws SettingError if it is missing, or no key opens it
 */
export function changeSealed(
  { db, keys }: SealedContext,
  name: SecretName,
  change: (text: string) => Promise<string>,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const rows = trx.selectFrom('sealedSecrets').selectAll().where('name', '=', name)
    const row = await rows.forUpdate().executeTakeFirst()
    if (!row) throw missing(name)
    const { text, key } = await openSecret(keys, row)
    const changed = await change(text)
    if (changed !== text) await writeSealed(trx, key, { name, text: changed })
    return changed
  })
}

/** Seals a text as the row of that name. */
export async function writeSealed(
  trx: Transaction<IdentityTables>,
  key: Buffer,
  { name, text }: { name: SecretName; text: string },
): Promise<void> {
  const jwe = await sealSecret(key, name, text)
  await trx
    .insertInto('sealedSecrets')
    .values({ name, jwe })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ jwe }))
    .execute()
}

/**
 * Seals every row with the newest key. Returns false if all were.
 * @throws SettingError without rows, or if one cannot be opened
 */
export async function resealAll(
  trx: Transaction<IdentityTables>,
  keys: KeyEncryptionKeys,
): Promise<boolean> {
  const rows = await lockSealed(trx)
  if (rows.length === 0) throw missing('identity-secret')
  let isChanged = false
  for (const row of rows) {
    const { text, key } = await openSecret(keys, row)
    if (key === keys[0]) continue
    await writeSealed(trx, keys[0], { name: row.name, text })
    isChanged = true
  }
  return isChanged
}

/** All rows, which no other process adds to or changes before the transaction ends. */
export async function lockSealed(trx: Transaction<IdentityTables>) {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealed secrets', 0))`.execute(trx)
  return trx.selectFrom('sealedSecrets').selectAll().orderBy('name').forUpdate().execute()
}

function missing(name: SecretName): SettingError {
  return new SettingError(
    `The database holds no ${name}: the first start of the ID service with KEY_ENCRYPTION_KEY makes it.`,
  )
}

function inTransaction<Result>(
  db: Db<IdentityTables>,
  work: (trx: Transaction<IdentityTables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as Transaction<IdentityTables>) : db.transaction().execute(work)
}
