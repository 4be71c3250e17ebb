import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { CircleUser, KeyRound, Languages, LogOut } from 'lucide-react'
import { Link, useLocation } from '../../shared/navigation/router.ts'
import { LanguageSwitch } from '../../shared/i18n/language-switch.tsx'
import { useRole } from '../../shared/team/permissions.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { adminNavigationItems, isActiveItem } from './admin-navigation-items.ts'
import { usePendingCount } from './pending-count-store.ts'
import { t } from './messages/t.ts'
import css from './admin-nav.module.css'

type AdminNavProps = {
  /** Shows icons only while the sidebar is collapsed; the labels become tooltips. */
  collapsible?: boolean
  onNavigate?: () => void
  onLogOut: () => void
}

/** The navigation of the admin area, with what concerns the own account and the other languages at the bottom. */
export const AdminNav = ({ collapsible = false, onNavigate, onLogOut }: AdminNavProps) => {
  const { pathname } = useLocation()
  const role = useRole()
  const items = adminNavigationItems.filter(
    (item) => !('permission' in item) || role === undefined || hasPermission(role, item.permission),
  )
  return (
    <nav aria-label={t('admin')} className={css.nav} data-collapsible={collapsible || undefined}>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              className={css.item}
              aria-current={isActiveItem(item, pathname) ? 'page' : undefined}
              onClick={onNavigate}
            >
              <item.icon aria-hidden="true" />
              <span className={css.label}>{item.label}</span>
              {item.to === paths.admin.submissions && <PendingCount />}
            </Link>
          </li>
        ))}
      </ul>
      <div>
        <Link
          to={paths.admin.account}
          className={css.item}
          aria-current={pathname === paths.admin.account ? 'page' : undefined}
          onClick={onNavigate}
        >
          <CircleUser aria-hidden="true" />
          <span className={css.label}>{t('myAccount')}</span>
        </Link>
        <Link
          to={paths.admin.security}
          className={css.item}
          aria-current={pathname === paths.admin.security ? 'page' : undefined}
          onClick={onNavigate}
        >
          <KeyRound aria-hidden="true" />
          <span className={css.label}>{t('security')}</span>
        </Link>
        <LanguageSwitch className={css.item} nameClass={css.label} icon={<Languages aria-hidden="true" />} />
        <button type="button" className={css.item} onClick={onLogOut}>
          <LogOut aria-hidden="true" />
          <span className={css.label}>{t('logOut')}</span>
        </button>
      </div>
    </nav>
  )
}

const PendingCount = () => {
  const count = usePendingCount()
  if (!count) return null
  return (
    <span className={css.count}>
      <CountBadge count={count} loud />
      <VisuallyHidden> {t('waitingForReview')}</VisuallyHidden>
    </span>
  )
}
