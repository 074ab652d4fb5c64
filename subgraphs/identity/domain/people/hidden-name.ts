// Tells which names of a person are hidden: those that have not changed since they were hidden.
import type { Identity } from '../../tables.ts'

/** The names that administrators hide together, each with the column of the hidden value. */
export const SHOWN = {
  username: 'hiddenUsername',
  displayName: 'hiddenDisplayName',
  bio: 'hiddenBio',
} as const

type Hidden<Name extends keyof typeof SHOWN> = Pick<Identity, Name | (typeof SHOWN)[Name]>

export function isHidden<Name extends keyof typeof SHOWN>(
  identity: Hidden<Name>,
  name: Name,
): boolean {
  const hidden: string | null = identity[SHOWN[name]]
  return hidden !== null && hidden === identity[name]
}
