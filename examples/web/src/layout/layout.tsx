// What surrounds every screen: the way past the navigation, the navigation, the banner, and the news.
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Banner } from './banner.tsx'
import { NewsProvider } from '../graphql/news.tsx'
import { Unconfirmed } from './unconfirmed.tsx'
import './layout.css'

const NAVIGATION: readonly { path: string; label: string }[] = [
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

export function Layout() {
  return (
    <NewsProvider>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="bar row">
        <NavLink className="brand" to="/">
          Ecosystem
        </NavLink>
        <Screens />
        <form method="post" action="/auth/sign-out">
          <button className="quiet">Sign out</button>
        </form>
      </header>
      <Banner />
      <Content />
      <Unconfirmed />
      <ScrollRestoration />
    </NewsProvider>
  )
}

/** The links to the screens. A narrow window shows the current one, and the others are moved to. */
function Screens() {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav aria-label="Screens">
      <ul ref={list}>
        {NAVIGATION.map(({ path, label }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/'}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Takes the focus when another screen is shown, so that a keyboard and a screen reader go on there. */
function Content() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <Outlet />
    </main>
  )
}
