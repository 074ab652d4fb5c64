// The screens in the navigation, in its order.
export const NAVIGATION: readonly { path: string; label: string }[] = [
  { path: '/', label: 'Home' },
  { path: '/realm', label: 'Realm' },
  { path: '/people', label: 'People' },
  { path: '/settings', label: 'Settings' },
]
