// Which of a person's names are hidden: those that are still what they were when they were hidden.
import type { Identity } from '../../tables.ts'

/** What administrators hide together, each with the column that holds what it was. */
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
