// Every address of the app. A screen is loaded when its address is opened: `lazy` names its file, which exports the
// component as `Component`.
import type { RouteObject } from 'react-router'
import { Broken } from './layout/broken.tsx'
import { Layout } from './layout/layout.tsx'
import { Skeleton } from './components/screen.tsx'

const screens: RouteObject[] = [
  { index: true, lazy: () => import('./screens/home/home.tsx') },
  { path: 'quests/:id', lazy: () => import('./screens/quest/quest.tsx') },
  { path: 'realm/:id?', lazy: () => import('./screens/realm/realm.tsx') },
  { path: 'people', lazy: () => import('./screens/people/people.tsx') },
  { path: 'people/:id', lazy: () => import('./screens/profile/profile.tsx') },
  { path: 'settings', lazy: () => import('./screens/settings/settings.tsx') },
  { path: 'admin', lazy: () => import('./screens/admin/accounts/accounts.tsx') },
  { path: 'admin/accounts/:username', lazy: () => import('./screens/admin/account/account.tsx') },
  { path: 'admin/content', lazy: () => import('./screens/admin/content/content.tsx') },
  { path: 'admin/audit', lazy: () => import('./screens/admin/audit/audit.tsx') },
  { path: '*', lazy: () => import('./screens/not-found.tsx') },
]

export const routes: RouteObject[] = [
  {
    Component: Layout,
    // What a screen shows while its file is on its way.
    HydrateFallback: Skeleton,
    children: [{ ErrorBoundary: Broken, children: screens }],
  },
  {
    path: '/signed-out',
    HydrateFallback: Skeleton,
    lazy: () => import('./screens/signed-out.tsx'),
  },
]
