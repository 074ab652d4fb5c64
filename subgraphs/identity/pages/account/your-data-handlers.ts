// Exporting one's data and deleting one's account, on the account page.
import type { IdentityContext } from '../../context.ts'
import {
  findDeparture,
  requestDeparture,
  withdrawDeparture,
} from '../../domain/departure/departure.ts'
import { exportableAt, findExport, requestExport } from '../../domain/personal-data/export.ts'
import { sectionUrl } from './account-groups.ts'
import type { AccountProps } from './account-props.ts'
import { noticePage } from '../notice-page.ts'
import { countChange, type Change } from './account-forms.ts'
import { clearSessionCookie } from '../browser-session.ts'

export async function yourData(
  ctx: IdentityContext,
  identityId: string,
): Promise<Pick<AccountProps, 'export' | 'deletion'>> {
  const [copy, departure] = await Promise.all([
    findExport(ctx, identityId),
    findDeparture(ctx, identityId),
  ])
  const isThere = copy && copy.expiresAt > ctx.now()
  return {
    export: isThere
      ? {
          ...copy,
          readyAt: copy.readyAt ?? undefined,
          availableAt: exportableAt(copy, ctx.now()),
        }
      : undefined,
    deletion: departure,
  }
}

export const submitExport: Change = async (browserSession) => {
  await countChange(browserSession)
  const { ctx, signedIn } = browserSession
  await requestExport(ctx, signedIn.session)
  return { done: sectionUrl('export', 'export-requested') }
}

export const submitDeletion: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const { ctx, signedIn } = browserSession
  await requestDeparture(ctx, signedIn.identity, signedIn.session, {
    username: (form.get('confirmation') ?? '').trim().toLowerCase(),
    scrolls: form.get('scrolls') ?? '',
  })
  return { done: sectionUrl('deletion', 'leaving') }
}

/** Withdraws a deletion. Needs no step-up, because it only withdraws a request. */
export const submitStay: Change = async (browserSession) => {
  const { ctx, signedIn } = browserSession
  const isKept = await withdrawDeparture(ctx, signedIn.identity.id)
  if (isKept) return { done: sectionUrl('deletion', 'staying') }
  clearSessionCookie(browserSession)
  const text = 'Its two weeks were over before you chose to keep it.'
  const links = [{ href: '/sign-up', text: 'Create another account' }] as const
  return { page: noticePage({ title: 'Your account is deleted', text, links }) }
}
