// The callers of the ID service's rows: a person, or a client without one.
import type { Story } from './row.ts'

export const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

export const somebody: Story = async (system) => ({ as: await system.join(unique()) })

export const nobody: Story = async (system) => {
  const as = await system.join(unique())
  const id = `client_${as.username}`
  // A client without a person: its `sub` is its own id.
  const token = () => as.token({ subject: id, clientId: id })
  return { as: { ...as, id, token } }
}

/** A request by a client without a person. */
export const byNobody =
  (story: Story): Story =>
  async (system) => ({ ...(await story(system)), ...(await nobody(system)) })

export const NO_IDENTITY = {
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'no_identity' },
} as const
