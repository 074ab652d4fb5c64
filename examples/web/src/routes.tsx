// Every address of the app. A screen is loaded when its address is opened: `lazy` names its file, which exports the
// component as `Component`.
import type { RouteObject } from 'react-router'
import { Skeleton } from './components/screen.tsx'
import { Broken } from './layout/broken.tsx'
import { Layout } from './layout/layout.tsx'

const screens: RouteObject[] = [
  { index: true, lazy: () => import('./screens/home/home.tsx') },
  { path: 'quests', lazy: () => import('./screens/quests/quests.tsx') },
  { path: 'quests/:id', lazy: () => import('./screens/quest/quest.tsx') },
  { path: 'courses', lazy: () => import('./screens/courses/courses.tsx') },
  { path: 'courses/:id', lazy: () => import('./screens/course/course.tsx') },
  { path: 'courses/:id/lessons/:number', lazy: () => import('./screens/course/lesson.tsx') },
  { path: 'scrolls', lazy: () => import('./screens/scrolls/scrolls.tsx') },
  { path: 'scrolls/new', lazy: () => import('./screens/scroll/new.tsx') },
  { path: 'scrolls/:id', lazy: () => import('./screens/scroll/scroll.tsx') },
  { path: 'scrolls/:id/edit', lazy: () => import('./screens/scroll/edit.tsx') },
  { path: 'scrolls/:id/versions/:version', lazy: () => import('./screens/scroll/version.tsx') },
  { path: 'proposals', lazy: () => import('./screens/proposals/proposals.tsx') },
  { path: 'proposals/new', lazy: () => import('./screens/proposals/new/new.tsx') },
  { path: 'proposals/:id', lazy: () => import('./screens/proposals/proposal/proposal.tsx') },
  { path: 'guilds', lazy: () => import('./screens/guilds/guilds.tsx') },
  { path: 'guilds/new', lazy: () => import('./screens/guilds/new/new.tsx') },
  { path: 'guilds/:id', lazy: () => import('./screens/guilds/guild/guild.tsx') },
  { path: 'guilds/:id/desk', lazy: () => import('./screens/guilds/desk/desk.tsx') },
  { path: 'market', lazy: () => import('./screens/market/market.tsx') },
  { path: 'market/assets', lazy: () => import('./screens/market/assets/assets.tsx') },
  { path: 'market/assets/:id/give', lazy: () => import('./screens/market/gift/gift.tsx') },
  { path: 'market/statement', lazy: () => import('./screens/market/statement/statement.tsx') },
  { path: 'realm/:id?', lazy: () => import('./screens/realm/realm.tsx') },
  { path: 'search', lazy: () => import('./screens/search/search.tsx') },
  { path: 'people', lazy: () => import('./screens/people/people.tsx') },
  { path: 'people/:id', lazy: () => import('./screens/profile/profile.tsx') },
  { path: 'settings', lazy: () => import('./screens/settings/settings.tsx') },
  { path: 'admin/content', lazy: () => import('./screens/content/content.tsx') },
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
