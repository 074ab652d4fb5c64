// The settings about who may read what.
import type { GuardSettings } from '../authorization/paths/access.ts'
import type { Audiences } from '../events/audiences.ts'

export interface AccessSettings extends Partial<GuardSettings> {
  /** Who may receive the events of AsyncAPI documents. */
  audiences?: Audiences | undefined
}

export function accessSettings({
  guards = [],
  runtimeGuards = [],
  order = {},
  audiences,
}: AccessSettings): Required<AccessSettings> {
  return { guards, runtimeGuards, order, audiences }
}

interface OwnAccess {
  access?: AccessSettings | undefined
}

/**
 * The settings that apply: those of the head, because a change of them is a finding; else those of
 * the caller; and if the caller has no configuration, those of the base.
 * @param head undefined for the working tree, which has the caller's
 */
export function decidingAccess(
  settings: AccessSettings & { file?: string },
  base: OwnAccess,
  head: OwnAccess | undefined,
): Required<AccessSettings> {
  const own = settings.file === undefined ? base.access : undefined
  return accessSettings((head && (head.access ?? own)) ?? settings)
}
