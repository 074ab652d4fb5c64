// Who sees a hidden organization, and the roles hidden with it: its stewards and administrators.
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { GuildContext } from '../context.ts'
import { isSteward } from './steward.ts'

/** Whether the caller may see an organization, or a role of it. */
export async function maySee(
  ctx: GuildContext,
  { hiddenAt }: { hiddenAt: Date | null },
  organizationId: string,
): Promise<boolean> {
  if (hiddenAt === null) return true
  return (await isSteward(ctx, organizationId)) || readsAsAdministrator(ctx)
}
