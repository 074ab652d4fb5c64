// The groups of the account. Each is a page with sections that forms and links lead to.

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
} as const

export type AccountGroupName = keyof typeof ACCOUNT_GROUPS
export type AccountSection = (typeof ACCOUNT_GROUPS)[AccountGroupName]['sections'][number]

export const GROUP_NAMES = Object.keys(ACCOUNT_GROUPS) as AccountGroupName[]

export const sectionsOf = (name: AccountGroupName): readonly AccountSection[] =>
  ACCOUNT_GROUPS[name].sections

export const groupOf = (section: AccountSection): AccountGroupName =>
  GROUP_NAMES.find((name) => sectionsOf(name).includes(section)) ?? 'profile'

/** The path of a section. `done` selects the message to show. */
export function sectionUrl(section: AccountSection, done?: string): string {
  const { path } = ACCOUNT_GROUPS[groupOf(section)]
  return `${path}${done === undefined ? '' : `?done=${done}`}#${section}-section`
}

/** The sections of forms whose paths do not name them. */
const SECTIONS_OF_FORMS: Readonly<Record<string, AccountSection>> = {
  totp: 'factors',
  'two-step': 'factors',
  'recovery-codes': 'recovery',
}

/** The section of the form at that path, such as `/account/passkeys/remove`. */
export function sectionOfForm(pathname: string): AccountSection | undefined {
  const name = pathname.split('/')[2] ?? ''
  const sections = GROUP_NAMES.flatMap(sectionsOf)
  return SECTIONS_OF_FORMS[name] ?? sections.find((section) => section === name)
}

/** The page of the form at that path. */
export function pageOfForm(pathname: string): string {
  const section = sectionOfForm(pathname)
  return section ? ACCOUNT_GROUPS[groupOf(section)].path : '/account'
}
