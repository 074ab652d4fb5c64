// The way between the screens of the administration.
import { Link, useLocation } from 'react-router'

const TABS = [
  { path: '/admin', label: 'Accounts' },
  { path: '/admin/content', label: 'Content' },
  { path: '/admin/audit', label: 'Audit trail' },
] as const

export function Tabs() {
  const { pathname } = useLocation()
  return (
    <nav className="choices" aria-label="Administration">
      {TABS.map(({ path, label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {label}
        </Link>
      ))}
      {/* Apps, keys and administrators: pages of the ID service. */}
      <a href="/auth/account/console">Console</a>
    </nav>
  )
}
