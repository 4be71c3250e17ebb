import { LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { paths } from '../../app/paths.ts'
import { adminNavigationItems, isActiveItem } from './admin-navigation-items.ts'
import { usePendingCount } from './pending-count-store.ts'
import css from './admin-nav.module.css'

type AdminNavProps = {
  /** Signs only; the labels become tooltips. */
  collapsed?: boolean
  onGo?: () => void
  onLogOut: () => void
}

/** The places of the admin area, and the way out at the foot. */
export const AdminNav = ({ collapsed = false, onGo, onLogOut }: AdminNavProps) => {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Admin" className={css.nav} data-collapsed={collapsed || undefined}>
      <ul>
        {adminNavigationItems.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              className={css.item}
              aria-current={isActiveItem(place, pathname) ? 'page' : undefined}
              onClick={onGo}
            >
              <place.icon aria-hidden="true" />
              <span className={css.label}>{place.label}</span>
              {place.to === paths.admin.submissions && <Waiting />}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={css.item} onClick={onLogOut}>
        <LogOut aria-hidden="true" />
        <span className={css.label}>Logout</span>
      </button>
    </nav>
  )
}

const Waiting = () => {
  const count = usePendingCount((waiting) => waiting.count)
  if (!count) return null
  return (
    <span className={css.count}>
      <CountBadge count={count} loud />
      <span className={css.spoken}> waiting for review</span>
    </span>
  )
}
