// The groups of the account. Each is a page with sections that forms and links lead to.
import type { AccountSection } from './account-props.ts'

interface AccountGroup {
  path: string
  title: string
  sections: readonly AccountSection[]
}

/** The groups, in navigation order. Those without visible sections are omitted. */
export const ACCOUNT_GROUPS = {
  profile: { path: '/account', title: 'Profile', sections: ['profile', 'username'] },
  security: {
    path: '/account/security',
    title: 'Sign-in and security',
    sections: ['email', 'password', 'passkeys', 'wallets', 'factors', 'recovery'],
  },
  devices: {
    path: '/account/devices',
    title: 'Devices and apps',
    sections: ['sessions', 'apps'],
  },
  data: { path: '/account/data', title: 'Your data', sections: ['export', 'deletion'] },
} as const satisfies Record<string, AccountGroup>

export type AccountGroupName = keyof typeof ACCOUNT_GROUPS

const GROUPS: readonly AccountGroup[] = Object.values(ACCOUNT_GROUPS)

export function groupOf(section: AccountSection): AccountGroupName {
  const names = Object.keys(ACCOUNT_GROUPS) as AccountGroupName[]
  const sectionsOf = (name: AccountGroupName): readonly AccountSection[] =>
    ACCOUNT_GROUPS[name].sections
  return names.find((name) => sectionsOf(name).includes(section)) ?? 'profile'
}

/** The path of a section. `done` selects the message to show. */
export function sectionUrl(section: AccountSection, done?: string): string {
  const { path } = ACCOUNT_GROUPS[groupOf(section)]
  return `${path}${done === undefined ? '' : `?done=${done}`}#${section}-section`
}

/** Forms whose paths do not begin with their section. */
const SECTIONS_OF_FORMS: Readonly<Record<string, AccountSection>> = {
  totp: 'factors',
  'two-step': 'factors',
}

/** The section of the form at that path, such as `/account/passkeys/remove`. */
export function sectionOfForm(pathname: string): AccountSection | undefined {
  const about = pathname.split('/')[2] ?? ''
  const sections = GROUPS.flatMap((group) => group.sections)
  return SECTIONS_OF_FORMS[about] ?? sections.find((name) => about.startsWith(name))
}

/** The page of the form at that path. */
export function pageOfForm(pathname: string): string {
  const section = sectionOfForm(pathname)
  return section ? ACCOUNT_GROUPS[groupOf(section)].path : '/account'
}
