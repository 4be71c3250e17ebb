// The bar at the top of admin screens. On wide screens: search, day, theme, bell and avatar. On phones: menu, logo, bell and avatar. The bell
// counts the submissions that wait for a review and leads to them.

import { Bell, Menu } from 'lucide-react'
import { Link, useNavigate, paths } from '../../shared/navigation/router.ts'
import { useSession } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { BrandMark } from '../../shared/ui/brand/logo.tsx'
import { ThemeSwitch } from '../../shared/ui/controls/theme-switch.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { t } from '../../shared/i18n/t.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { SearchBox } from './search/search-box.tsx'
import { usePendingCount } from './pending-count.ts'
import css from './admin-top-bar.module.css'

export const AdminTopBar = ({ onMenu }: { onMenu: () => void }) => (
  <header className={css.bar}>
    <div className={css.wide}>
      <div className={css.search}>
        <SearchBox hasSlashShortcut />
      </div>
      <CurrentDayBadge />
      <span className={css.tools}>
        <ThemeSwitch />
        <PendingBell />
        <OwnAvatar />
      </span>
    </div>
    <div className={css.phone} data-field>
      <IconButton label={t('adminShell.menu')} icon={<Menu />} onClick={onMenu} />
      <BrandMark />
      <span className={css.word}>{t('common.admin')}</span>
      <PendingBell />
      <OwnAvatar />
    </div>
  </header>
)

const PendingBell = () => {
  const navigate = useNavigate()
  const count = usePendingCount() ?? 0
  return (
    <IconButton
      label={t('adminShell.submissionsWaiting', { count })}
      icon={<Bell />}
      badge={count}
      onClick={() => void navigate(`${paths.admin.submissions}?status=submitted`)}
    />
  )
}

const OwnAvatar = () => {
  const session = useSession((store) => store.session)
  if (session.kind !== 'admin') return null
  const { _id, fullName, profileImage } = session.user
  return (
    <Link
      to={paths.admin.account}
      className={css.me}
      aria-label={t('adminShell.accountOf', { name: fullName })}
    >
      <FullText text={fullName}>
        <Avatar id={_id} name={fullName} image={profileImage} size={36} />
      </FullText>
    </Link>
  )
}

/** The current day of the challenge. Before the start and after the end it is not marigold, the colour of the current day. */
export const CurrentDayBadge = () => {
  const { day, totalDays, started, ended, isLoaded } = useCurrentDay()
  if (!isLoaded) return null
  return <DayBadge day={day} of={totalDays} today={started && !ended} />
}
