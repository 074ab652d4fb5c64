// A process that sends the mail of a database once, for a test that kills it: `DATABASE_URL SMTP_URL`.
import { openDatabase } from '../../foundation/database/database.ts'
import { createLog } from '../../foundation/telemetry/log.ts'
import type { IdentityContext } from '../../subgraphs/identity/context.ts'
import { deliverMail } from '../../subgraphs/identity/mail/delivery.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const [url = '', smtpUrl = '', issuer = ''] = process.argv.slice(2)
const log = createLog('silent', 'child')
const db = openDatabase<IdentityTables>(url, 'identity', log)
const mail = { from: 'Ecosystem <no-reply@id.example>', to: { smtpUrl } }
const ctx = {
  db,
  log,
  now: () => new Date(),
  settings: { issuer, mail },
}
await deliverMail(ctx as unknown as IdentityContext, new AbortController().signal)
await db.destroy()
