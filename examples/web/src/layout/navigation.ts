// The screens in the navigation, in its order.
export const NAVIGATION: readonly { path: string; label: string }[] = [
  { path: '/', label: 'Home' },
  { path: '/proposals', label: 'Proposals' },
  { path: '/guilds', label: 'Guilds' },
  { path: '/market', label: 'Market' },
]
