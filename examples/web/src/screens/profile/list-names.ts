// The lists of a profile, of which one is read at a time.
export const LISTS = {
  quests: 'Quests done',
  scrolls: 'Scrolls',
  guilds: 'Guilds',
  assets: 'Assets',
  proposals: 'Proposals',
} as const

export type ListName = keyof typeof LISTS
