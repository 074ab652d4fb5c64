// Channel binding (RFC 5929) ties a login to the certificate of the server, so that nobody in between can relay it.
import type { Client, ClientConfig, Connection } from 'pg'

const BOUND = 'SCRAM-SHA-256-PLUS'
const PASSWORDS = ['authenticationCleartextPassword', 'authenticationMD5Password'] as const

/** Closes a connection before it logs in without channel binding, if its URL requires that. pg only prefers it. */
export function requireBinding(
  { connection }: Client,
  { enableChannelBinding }: Pick<ClientConfig, 'enableChannelBinding'>,
): void {
  if (!enableChannelBinding) return
  const refuse = () => connection.stream.destroy(new Error(UNBOUND))
  let isOffered = false
  let isBound = false
  const requireBound = () => {
    if (!isBound) refuse()
  }
  onMessage(connection, 'authenticationSASL', ({ mechanisms }) => {
    isOffered = mechanisms!.includes(BOUND)
    if (!isOffered) refuse()
  })
  // Only a server that knows the password can sign this message; pg checks it.
  onMessage(connection, 'authenticationSASLFinal', () => {
    isBound = isOffered
  })
  for (const name of PASSWORDS) onMessage(connection, name, refuse)
  onMessage(connection, 'authenticationOk', requireBound)
  onMessage(connection, 'readyForQuery', requireBound)
}

const UNBOUND =
  'the server offers no channel binding, which channel_binding=require in the URL asks for: ' +
  'it needs TLS and a password stored with SCRAM-SHA-256'

/** pg adds its own listeners when it connects, so these come first. */
function onMessage(
  connection: Connection,
  name: string,
  read: (message: { mechanisms?: readonly string[] }) => void,
): void {
  connection.on(name, read)
}
