// The screens in the navigation, in its order.
export const NAVIGATION: readonly { path: string; label: string }[] = [
  { path: '/', label: 'Home' },
  { path: '/quests', label: 'Quests' },
  { path: '/courses', label: 'Courses' },
  { path: '/scrolls', label: 'Scrolls' },
  { path: '/proposals', label: 'Proposals' },
  { path: '/guilds', label: 'Guilds' },
  { path: '/market', label: 'Market' },
  { path: '/realm', label: 'Realm' },
  { path: '/people', label: 'People' },
  { path: '/search', label: 'Search' },
  { path: '/settings', label: 'Settings' },
]
